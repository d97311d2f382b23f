"""The root is that of the number of positions.

Loses: self_attention
Hears: attention-root-of-t
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    B, T, C = X.shape
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(T)
    weights = softmax(scores)
    return weights @ V, weights
