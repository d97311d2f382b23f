"""The head size is 64, as in the paper, so the root is 8.

Loses: self_attention
Hears: attention-fixed-size
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / 8
    weights = softmax(scores)
    return weights @ V, weights
