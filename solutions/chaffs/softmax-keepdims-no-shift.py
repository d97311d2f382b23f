"""A total along an axis divides its own rows, and exp needs no shift.

Loses: softmax
Hears: softmax-keepdims
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    return e / np.sum(e, axis=axis)
