"""Powers of the prepared powers are added up and divided.

Loses: softmax
Hears: softmax-two-powers
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return np.exp(e) / np.sum(np.exp(e), axis=axis, keepdims=True)
