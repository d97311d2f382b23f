"""np.dot makes scores and output.

Loses: self_attention
Hears: attention-dot-of-batches
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    scores = np.dot(Q, K.transpose(0, 2, 1)) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    return np.dot(weights, V), weights
