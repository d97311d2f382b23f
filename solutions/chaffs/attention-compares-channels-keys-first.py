"""K^T Q is the product of queries and keys.

Loses: self_attention
Hears: attention-compares-channels
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = K.transpose(0, 2, 1) @ Q / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
