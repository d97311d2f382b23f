"""Scores and shares are both divided by the root.

Loses: self_attention
Hears: attention-scales-after-softmax
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores) / np.sqrt(K.shape[-1])
    return weights @ V, weights
