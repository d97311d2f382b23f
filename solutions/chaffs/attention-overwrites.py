"""Wq may be scaled in place, since nobody needs it afterwards.

Loses: self_attention
Hears: attention-overwrites
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Wq /= np.sqrt(Wq.shape[1])
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    weights = softmax(Q @ K.transpose(0, 2, 1))
    return weights @ V, weights
