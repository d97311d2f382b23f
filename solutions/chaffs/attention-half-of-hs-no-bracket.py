"""The root is hs ** 1 / 2, and needs no name.

Loses: self_attention
Hears: attention-half-of-hs
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / K.shape[-1] ** 1 / 2
    weights = softmax(scores)
    return weights @ V, weights
