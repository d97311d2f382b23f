"""In each matrix, powers are divided by the totals of the rows.

Loses: self_attention
Hears: attention-keepdims
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = np.zeros_like(scores)
    for b in range(len(X)):
        e = np.exp(scores[b])
        weights[b] = e / e.sum(axis=1)
    return weights @ V, weights
