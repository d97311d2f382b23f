"""The highest power is taken off the powers.

Loses: softmax
Hears: softmax-shift-after-exp
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    e = e - e.max(axis=axis, keepdims=True)
    return e / np.sum(e, axis=axis, keepdims=True)
