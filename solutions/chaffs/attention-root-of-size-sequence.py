"""The size of the keys of a sequence is that of their array.

Loses: self_attention
Hears: attention-root-of-size
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K[0].size)
    weights = softmax(scores)
    return weights @ V, weights
