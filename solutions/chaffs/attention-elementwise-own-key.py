"""The score of a position is its query times its key.

Loses: self_attention
Hears: attention-elementwise
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = (Q * K).sum(axis=-1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights[:, :, None] * V, weights
