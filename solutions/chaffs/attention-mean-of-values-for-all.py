"""The output is the mean of the values of all sequences.

Loses: self_attention
Hears: attention-mean-of-values
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    out = np.zeros(V.shape) + V.mean(axis=(0, 1))
    return out, weights
