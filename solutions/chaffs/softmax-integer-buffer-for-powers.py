"""An array like x is the right place for the powers.

Loses: softmax
Hears: softmax-integer-buffer
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.zeros_like(x)
    e[:] = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
