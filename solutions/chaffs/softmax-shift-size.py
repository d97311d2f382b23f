"""The largest score is the one that is largest without its sign.

Loses: softmax
Hears: softmax-shift-size
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(np.abs(x), axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
