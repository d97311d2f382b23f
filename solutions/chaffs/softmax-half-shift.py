"""The shift belongs to the numerator.

Loses: softmax
Hears: softmax-half-shift
"""

import numpy as np


def softmax(x, axis=-1):
    total = np.sum(np.exp(x), axis=axis, keepdims=True)
    return np.exp(x - np.max(x, axis=axis, keepdims=True)) / total
