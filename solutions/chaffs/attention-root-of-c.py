"""The root is that of the embedding width.

Loses: self_attention
Hears: attention-root-of-c
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    B, T, C = X.shape
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(C)
    weights = softmax(scores)
    return weights @ V, weights
