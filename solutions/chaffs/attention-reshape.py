"""Reshaping to the swapped sizes swaps the axes.

Loses: self_attention
Hears: attention-reshape
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    B, T, hs = K.shape
    scores = Q @ K.reshape(B, hs, T) / np.sqrt(hs)
    weights = softmax(scores)
    return weights @ V, weights
