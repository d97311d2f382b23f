"""An array like V is the right place for the output.

Loses: self_attention
Hears: attention-integer-buffer
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    out = np.zeros_like(V)
    out[:] = weights @ V
    return out, weights
