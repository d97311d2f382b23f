"""Each key's row holds the queries that look at it.

Loses: self_attention
Hears: attention-roles-swapped
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = K @ Q.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
