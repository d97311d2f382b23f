"""Logarithms belong to powers of 10.

Loses: softmax
Hears: softmax-other-base
"""

import numpy as np


def softmax(x, axis=-1):
    e = 10.0 ** (x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
