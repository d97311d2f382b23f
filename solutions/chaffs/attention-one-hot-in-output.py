"""The output is the value of the best key.

Loses: self_attention
Hears: attention-one-hot
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return np.eye(X.shape[1])[weights.argmax(axis=-1)] @ V, weights
