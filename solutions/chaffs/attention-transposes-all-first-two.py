"""The first two axes change places.

Loses: self_attention
Hears: attention-transposes-all
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.swapaxes(0, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return weights @ V, weights
