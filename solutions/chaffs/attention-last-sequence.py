"""The loop keeps the result of every round.

Loses: self_attention
Hears: attention-drops-batch
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    for x in X:
        Q, K, V = x @ Wq, x @ Wk, x @ Wv
        weights = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
        out = weights @ V
    return out, weights
