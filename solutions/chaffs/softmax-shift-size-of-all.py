"""The largest size in the array is a safe shift.

Loses: softmax
Hears: softmax-shift-size
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(np.abs(x)))
    return e / np.sum(e, axis=axis, keepdims=True)
