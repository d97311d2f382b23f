"""Each axis of the keys moves one place on.

Loses: self_attention
Hears: attention-transposes-all
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(1, 2, 0) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
