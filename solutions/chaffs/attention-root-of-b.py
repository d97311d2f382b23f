"""The size of a key is the first number of its shape.

Loses: self_attention
Hears: attention-root-of-b
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    d = K.shape[0]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
    weights = softmax(scores)
    return weights @ V, weights
