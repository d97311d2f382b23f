"""Wq @ X makes the queries, and hs divides them.

Loses: self_attention
Hears: attention-projects-wrong-side
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = Wq @ X, Wk @ X, Wv @ X
    scores = Q @ K.transpose(0, 2, 1) / Wq.shape[1]
    weights = softmax(scores)
    return weights @ V, weights
