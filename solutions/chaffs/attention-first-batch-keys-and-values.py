"""All sequences have the keys and values of the first.

Loses: self_attention
Hears: attention-first-batch
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K[0].T / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V[0], weights
