"""The power has a minus above the line only.

Loses: softmax
Hears: softmax-sign
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(-x) / np.sum(np.exp(x), axis=axis, keepdims=True)
