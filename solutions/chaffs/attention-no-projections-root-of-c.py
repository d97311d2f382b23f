"""Embeddings are compared, so their length C gives the scale.

Loses: self_attention
Hears: attention-no-projections
"""

import numpy as np


def self_attention(X, Wq, Wk, Wv):
    scores = X @ X.transpose(0, 2, 1) / np.sqrt(X.shape[-1])
    weights = softmax(scores)
    return weights @ (X @ Wv), weights
