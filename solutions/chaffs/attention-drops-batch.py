"""A return inside the loop hands back every sequence.

Loses: self_attention
Hears: attention-drops-batch
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    for x in X:
        Q, K, V = x @ Wq, x @ Wk, x @ Wv
        weights = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
        return weights @ V, weights
