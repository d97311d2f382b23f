"""The formula of the shares, as it stands.

Loses: self_attention
Hears: attention-keepdims
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1)
    return weights @ V, weights
