"""Queries, keys and values are all divided by the root.

Loses: self_attention
Hears: attention-scales-values
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    root = np.sqrt(Wq.shape[1])
    Q, K, V = X @ Wq / root, X @ Wk / root, X @ Wv / root
    weights = softmax(Q @ K.transpose(0, 2, 1))
    return weights @ V, weights
