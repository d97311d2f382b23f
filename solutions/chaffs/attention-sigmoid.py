"""Every score becomes a weight by itself.

Loses: self_attention
Hears: attention-sigmoid
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = 1 / (1 + np.exp(-scores))
    return weights @ V, weights
