"""One table makes queries, keys and values.

Loses: self_attention
Hears: attention-one-role
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q = X @ Wq
    weights = softmax(Q @ Q.transpose(0, 2, 1) / np.sqrt(Q.shape[-1]))
    return weights @ Q, weights
