"""The sum of Q * K is the dot product, and hs divides them.

Loses: self_attention
Hears: attention-elementwise
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = np.sum(Q * K, axis=-1) / K.shape[-1]
    weights = softmax(scores)
    return weights @ V, weights
