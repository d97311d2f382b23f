"""Dividing by the largest score of all makes scores small.

Loses: softmax
Hears: softmax-divides-by-max
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x / np.max(x))
    return e / np.sum(e, axis=axis, keepdims=True)
