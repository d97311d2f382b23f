"""The weights of a sequence make 1 together.

Loses: self_attention
Hears: attention-over-everything
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    out, weights = [], []
    for x in X:
        Q, K, V = x @ Wq, x @ Wk, x @ Wv
        scores = Q @ K.T / np.sqrt(K.shape[-1])
        powers = np.exp(scores - scores.max())
        weights.append(powers / powers.sum())
        out.append(weights[-1] @ V)
    return np.array(out), np.array(weights)
