"""The attention matrix to return is the one before softmax.

Loses: self_attention
Hears: attention-raw-scores
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    return softmax(scores) @ V, scores
