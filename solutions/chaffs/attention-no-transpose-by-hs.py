"""Q @ K compares every query with every key, and hs divides them.

Loses: self_attention
Hears: attention-no-transpose
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K / K.shape[-1]
    weights = softmax(scores)
    return weights @ V, weights
