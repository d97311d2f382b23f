"""X * Wq makes the queries, K.T turns the keys.

Loses: self_attention
Hears: attention-elementwise
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X * Wq, X * Wk, X * Wv
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
