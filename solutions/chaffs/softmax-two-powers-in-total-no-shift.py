"""The total takes the power once more.

Loses: softmax
Hears: softmax-two-powers
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    return e / np.sum(np.exp(e), axis=axis, keepdims=True)
