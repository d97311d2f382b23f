"""range(T - 1) runs over all keys.

Loses: self_attention
Hears: nothing
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    B, T, hs = Q.shape
    scores = np.full((B, T, T), -1e9)
    for j in range(T - 1):
        scores[:, :, j] = (Q * K[:, j : j + 1]).sum(axis=-1) / np.sqrt(hs)
    weights = softmax(scores)
    return weights @ V, weights
