"""The output of a position is the sum of all values.

Loses: self_attention
Hears: attention-mean-of-values
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    out = np.zeros(V.shape) + V.sum(axis=1, keepdims=True)
    return out, weights
