"""Softmax makes shares anyway, so dot products need no scaling.

Loses: self_attention
Hears: attention-no-scaling
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1)
    weights = softmax(scores)
    return weights @ V, weights
