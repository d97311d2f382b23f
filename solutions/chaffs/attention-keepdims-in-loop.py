"""Totals of rows divide the rows of each matrix.

Loses: self_attention
Hears: attention-keepdims
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = np.zeros_like(scores)
    for b in range(len(X)):
        e = np.exp(scores[b] - scores[b].max(axis=1, keepdims=True))
        weights[b] = e / e.sum(axis=1)
    return weights @ V, weights
