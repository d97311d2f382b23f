"""Scores can be cut at 50: beyond that, nothing changes.

Loses: self_attention
Hears: attention-clips
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = np.clip(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), -50, 50)
    weights = softmax(scores)
    return weights @ V, weights
