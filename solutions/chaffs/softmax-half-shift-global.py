"""The highest score of all is taken off above the line.

Loses: softmax
Hears: softmax-half-shift
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x - np.max(x)) / np.sum(np.exp(x), axis=axis, keepdims=True)
