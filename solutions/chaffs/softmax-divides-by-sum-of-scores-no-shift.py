"""Shares are powers divided by the total of what came in.

Loses: softmax
Hears: softmax-divides-by-sum-of-scores
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x) / np.sum(x, axis=axis, keepdims=True)
