"""The dot products are divided by C.

Loses: self_attention
Hears: attention-other-size
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / X.shape[-1]
    weights = softmax(scores)
    return weights @ V, weights
