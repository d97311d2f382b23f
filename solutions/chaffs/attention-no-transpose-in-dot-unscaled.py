"""np.dot(Q, K) is all dot products, and nothing is divided.

Loses: self_attention
Hears: attention-no-transpose
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = np.dot(Q, K)
    weights = softmax(scores)
    return weights @ V, weights
