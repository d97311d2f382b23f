"""Self-attention compares queries with queries.

Loses: self_attention
Hears: attention-one-role
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, V = X @ Wq, X @ Wv
    scores = Q @ Q.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
