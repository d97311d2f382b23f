"""The mixture is divided by the root, at the end.

Loses: self_attention
Hears: attention-scales-after-softmax
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    weights = softmax(Q @ K.transpose(0, 2, 1))
    return weights @ V / np.sqrt(K.shape[-1]), weights
