"""square makes the root.

Loses: self_attention
Hears: attention-divides-by-square
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.square(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
