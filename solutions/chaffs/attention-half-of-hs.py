"""The root is hs ** 1 / 2.

Loses: self_attention
Hears: attention-half-of-hs
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    root = K.shape[-1] ** 1 / 2
    scores = Q @ K.transpose(0, 2, 1) / root
    weights = softmax(scores)
    return weights @ V, weights
