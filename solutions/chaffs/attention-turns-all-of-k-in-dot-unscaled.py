"""np.dot and K.T are the dot products, and nothing is divided.

Loses: self_attention
Hears: attention-transposes-all
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = np.dot(Q, K.T)
    weights = softmax(scores)
    return weights @ V, weights
