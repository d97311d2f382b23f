"""Weights are scores divided by their sum.

Loses: self_attention
Hears: attention-no-exp
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = scores / scores.sum(axis=-1, keepdims=True)
    return weights @ V, weights
