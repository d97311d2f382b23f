"""Weights of earlier positions are set to 0.

Loses: self_attention
Hears: attention-hides-earlier
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = np.triu(softmax(scores))
    return weights @ V, weights
