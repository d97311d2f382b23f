"""Queries and keys are both divided by the root of the head size.

Loses: self_attention
Hears: attention-divides-by-hs
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    root = np.sqrt(Wq.shape[1])
    Q, K, V = X @ Wq / root, X @ Wk / root, X @ Wv
    weights = softmax(Q @ K.transpose(0, 2, 1))
    return weights @ V, weights
