"""The head size is 16.

Loses: self_attention
Hears: attention-fixed-size
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / 16
    weights = softmax(scores)
    return weights @ V, weights
