"""A score of 0 hides a later position.

Loses: self_attention
Hears: attention-masks-with-zero
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(np.tril(scores))
    return weights @ V, weights
