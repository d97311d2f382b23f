"""reshape(B, hs, T) swaps two axes, and hs divides them.

Loses: self_attention
Hears: attention-reshape
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.reshape(K.shape[0], K.shape[2], K.shape[1]) / K.shape[-1]
    weights = softmax(scores)
    return weights @ V, weights
