"""All positions are compared, then the output is cut in sequences.

Loses: self_attention
Hears: attention-one-long-sequence
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    B, T, C = X.shape
    x = X.reshape(B * T, C)
    Q, K, V = x @ Wq, x @ Wk, x @ Wv
    weights = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
    return (weights @ V).reshape(B, T, -1), weights
