"""The axis goes last, so that rows can be used, and may stay there.

Loses: softmax
Hears: softmax-stays-turned
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.moveaxis(x, axis, -1)
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
