"""* multiplies queries with keys, and weights with values.

Loses: self_attention
Hears: attention-elementwise
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    weights = softmax(Q * K / np.sqrt(K.shape[-1]))
    return weights * V, weights
