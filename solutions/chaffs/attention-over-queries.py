"""The shares of a key's column sum to 1.

Loses: self_attention
Hears: attention-over-queries
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores, axis=1)
    return weights @ V, weights
