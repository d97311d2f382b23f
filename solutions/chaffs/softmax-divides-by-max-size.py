"""Dividing by the largest size brings all scores between -1 and 1.

Loses: softmax
Hears: softmax-divides-by-max
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x / np.max(np.abs(x), axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
