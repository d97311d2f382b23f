"""The size of the table gives the scale.

Loses: self_attention
Hears: attention-root-of-size
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Wk.size)
    weights = softmax(scores)
    return weights @ V, weights
