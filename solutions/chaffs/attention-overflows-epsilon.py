"""A tiny number in the total is enough.

Loses: self_attention
Hears: attention-overflows
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    weights = e / (e.sum(axis=-1, keepdims=True) + 1e-9)
    return weights @ V, weights
