"""With no axis named, numpy and softmax take everything.

Loses: softmax
Hears: softmax-over-everything
"""

import numpy as np


def softmax(x, axis=-1):
    if axis == -1:
        axis = None
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
