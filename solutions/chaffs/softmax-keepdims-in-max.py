"""The totals need their axis, the highest scores do not.

Loses: softmax
Hears: softmax-keepdims
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis))
    return e / np.sum(e, axis=axis, keepdims=True)
