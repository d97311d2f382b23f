"""The largest score is taken off the powers, not off the scores.

Loses: softmax
Hears: softmax-shift-after-exp
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x) - np.max(x, axis=axis, keepdims=True)
    return e / np.sum(np.exp(x), axis=axis, keepdims=True)
