"""The highest power is taken off above the line only.

Loses: softmax
Hears: softmax-shift-after-exp
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    top = e.max(axis=axis, keepdims=True)
    return (e - top) / e.sum(axis=axis, keepdims=True)
