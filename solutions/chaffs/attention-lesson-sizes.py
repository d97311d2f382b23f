"""There is one sequence of ten positions with sixteen numbers.

Loses: self_attention
Hears: nothing
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    out = np.zeros((1, 10, 16))
    weights = np.zeros((1, 10, 10))
    Q, K, V = X[0] @ Wq, X[0] @ Wk, X[0] @ Wv
    for i in range(10):
        weights[0, i] = softmax(K @ Q[i] / 4)
        out[0, i] = weights[0, i] @ V
    return out, weights
