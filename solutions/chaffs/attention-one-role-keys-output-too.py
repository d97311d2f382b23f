"""The table of the keys makes queries and values as well.

Loses: self_attention
Hears: attention-one-role-keys
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    K = X @ Wk
    weights = softmax(K @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]))
    return weights @ K, weights
