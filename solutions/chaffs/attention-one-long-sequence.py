"""All positions of the batch are one sequence.

Loses: self_attention
Hears: attention-one-long-sequence
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    X = X.reshape(-1, X.shape[-1])
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    weights = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
    return weights @ V, weights
