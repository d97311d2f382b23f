"""Dot products are the weights.

Loses: self_attention
Hears: attention-raw-scores
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1)
    return scores @ V, scores
