"""Powers of the scores below the highest are the weights.

Loses: self_attention
Hears: attention-powers-only
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = np.exp(scores - scores.max())
    return weights @ V, weights
