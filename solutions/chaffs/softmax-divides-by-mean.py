"""The mean of the powers divides the powers.

Loses: softmax
Hears: softmax-divides-by-mean
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.mean(e, axis=axis, keepdims=True)
