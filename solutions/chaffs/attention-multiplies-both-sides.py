"""Queries and keys are both multiplied by the root.

Loses: self_attention
Hears: attention-multiplies
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    root = np.sqrt(K.shape[-1])
    scores = (Q * root) @ (K * root).transpose(0, 2, 1)
    weights = softmax(scores)
    return weights @ V, weights
