"""Self-attention compares keys with keys.

Loses: self_attention
Hears: attention-one-role-keys
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    K, V = X @ Wk, X @ Wv
    scores = K @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
