"""A position may not look at later ones.

Loses: self_attention
Hears: attention-causal
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    future = np.triu(np.ones(scores.shape[1:]), k=1)
    scores = np.where(future == 1, -np.inf, scores)
    weights = softmax(scores)
    return weights @ V, weights
