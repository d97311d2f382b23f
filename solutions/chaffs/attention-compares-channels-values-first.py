"""The product that fits the values is the right one.

Loses: self_attention
Hears: attention-compares-channels
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q.transpose(0, 2, 1) @ K / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return V @ weights, weights
