"""The shift keeps the total small.

Loses: softmax
Hears: softmax-half-shift
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return np.exp(x) / np.sum(e, axis=axis, keepdims=True)
