"""A shift is never negative, and no total is 0.

Loses: softmax
Hears: softmax-shift-at-zero
"""

import numpy as np


def softmax(x, axis=-1):
    shift = np.maximum(0, np.max(x, axis=axis, keepdims=True))
    e = np.exp(x - shift)
    return e / (np.sum(e, axis=axis, keepdims=True) + 1e-9)
