"""Each key has its row, in which the queries share it.

Loses: self_attention
Hears: attention-returns-transposed
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = K @ Q.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores, axis=1)
    return weights @ V, weights
