"""Dot products mix the values, their shares are for reading.

Loses: self_attention
Hears: attention-raw-scores
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    dots = Q @ K.transpose(0, 2, 1)
    return dots @ V, softmax(dots / np.sqrt(K.shape[-1]))
