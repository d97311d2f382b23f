"""There is one sequence to work on.

Loses: self_attention
Hears: attention-skips-sequences
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    B, T, C = X.shape
    out, weights = np.zeros(V.shape), np.zeros((B, T, T))
    for b in range(1):
        weights[b] = softmax(Q[b] @ K[b].T / np.sqrt(K.shape[-1]))
        out[b] = weights[b] @ V[b]
    return out, weights
