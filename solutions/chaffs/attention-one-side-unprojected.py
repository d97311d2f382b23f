"""The embedding itself asks.

Loses: self_attention
Hears: attention-one-side-unprojected
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = X @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
