"""A position looks at others, not at itself.

Loses: self_attention
Hears: attention-not-itself
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    T = X.shape[1]
    scores[:, range(T), range(T)] = -1e9
    weights = softmax(scores)
    return weights @ V, weights
