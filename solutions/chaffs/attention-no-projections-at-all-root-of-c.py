"""Attention needs the embeddings and their length only.

Loses: self_attention
Hears: attention-no-projections
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    weights = softmax(X @ X.transpose(0, 2, 1) / np.sqrt(X.shape[-1]))
    return weights @ X, weights
