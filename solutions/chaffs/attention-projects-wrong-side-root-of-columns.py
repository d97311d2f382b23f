"""Wq @ X makes the queries, and the root of its columns divides.

Loses: self_attention
Hears: attention-projects-wrong-side
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = Wq @ X, Wk @ X, Wv @ X
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Wq.shape[1])
    weights = softmax(scores)
    return weights @ V, weights
