"""Any base makes shares, and 2 is simple.

Loses: softmax
Hears: softmax-other-base
"""

import numpy as np


def softmax(x, axis=-1):
    e = 2.0 ** (x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
