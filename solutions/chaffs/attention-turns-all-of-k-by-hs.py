"""K.T turns each sequence, and hs divides them.

Loses: self_attention
Hears: attention-transposes-all
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.T / K.shape[-1]
    weights = softmax(scores)
    return weights @ V, weights
