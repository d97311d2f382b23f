"""What a position gives to itself is set to 0.

Loses: self_attention
Hears: attention-not-itself
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    T = X.shape[1]
    weights[:, range(T), range(T)] = 0
    return weights @ V, weights
