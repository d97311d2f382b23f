"""The dot products are divided by the head size itself.

Loses: self_attention
Hears: attention-divides-by-hs
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / K.shape[-1]
    weights = softmax(scores)
    return weights @ V, weights
