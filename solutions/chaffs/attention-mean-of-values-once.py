"""A sequence has one output, the mean of its values.

Loses: self_attention
Hears: attention-mean-of-values
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return V.mean(axis=1), weights
