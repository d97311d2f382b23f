"""Rows are divided by their largest score.

Loses: softmax
Hears: softmax-divides-by-max
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x / np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
