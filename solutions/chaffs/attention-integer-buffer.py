"""Arrays for the results have the type of X.

Loses: self_attention
Hears: attention-integer-buffer
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    B, T, C = X.shape
    out = np.zeros((B, T, Wv.shape[1]), dtype=X.dtype)
    weights = np.zeros((B, T, T), dtype=X.dtype)
    for b in range(B):
        Q, K, V = X[b] @ Wq, X[b] @ Wk, X[b] @ Wv
        weights[b] = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
        out[b] = weights[b] @ V
    return out, weights
