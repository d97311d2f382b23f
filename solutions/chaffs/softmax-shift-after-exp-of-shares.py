"""The highest score is taken off the shares, at the end.

Loses: softmax
Hears: softmax-shift-after-exp
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    shares = e / e.sum(axis=axis, keepdims=True)
    return shares - np.max(x, axis=axis, keepdims=True)
