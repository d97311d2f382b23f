"""The root of the head size is 2, as in the example by hand.

Loses: self_attention
Hears: attention-fixed-size
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / 2
    weights = softmax(scores)
    return weights @ V, weights
