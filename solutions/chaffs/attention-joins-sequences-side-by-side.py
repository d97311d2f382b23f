"""Sequences are joined side by side.

Loses: self_attention
Hears: attention-joins-sequences
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    outs, weights = [], []
    for x in X:
        Q, K, V = x @ Wq, x @ Wk, x @ Wv
        weights.append(softmax(Q @ K.T / np.sqrt(K.shape[-1])))
        outs.append(weights[-1] @ V)
    return np.hstack(outs), np.hstack(weights)
