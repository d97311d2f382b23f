"""A value is weighted by what its position gives to itself.

Loses: self_attention
Hears: attention-values-unmixed
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    own = np.diagonal(weights, axis1=1, axis2=2)
    return own[:, :, None] * V, weights
