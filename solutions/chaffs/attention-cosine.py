"""Queries and keys are compared by direction.

Loses: self_attention
Hears: attention-cosine
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    Q = Q / np.linalg.norm(Q, axis=-1, keepdims=True)
    K = K / np.linalg.norm(K, axis=-1, keepdims=True)
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
