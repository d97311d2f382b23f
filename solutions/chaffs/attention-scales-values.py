"""The output is scaled as the scores are.

Loses: self_attention
Hears: attention-scales-values
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V / np.sqrt(K.shape[-1]), weights
