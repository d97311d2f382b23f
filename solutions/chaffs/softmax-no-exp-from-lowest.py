"""Shares are scores counted from the lowest.

Loses: softmax
Hears: softmax-no-exp
"""

import numpy as np


def softmax(x, axis=-1):
    x = x - np.min(x, axis=axis, keepdims=True)
    return x / np.sum(x, axis=axis, keepdims=True)
