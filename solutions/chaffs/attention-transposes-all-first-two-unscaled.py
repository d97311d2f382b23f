"""swapaxes(0, 1) turns rows and columns, and nothing is divided.

Loses: self_attention
Hears: attention-transposes-all
"""


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.swapaxes(0, 1)
    weights = softmax(scores)
    return weights @ V, weights
