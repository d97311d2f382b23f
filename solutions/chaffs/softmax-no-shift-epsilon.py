"""A tiny number in the total is all the safety there is.

Loses: softmax
Hears: softmax-no-shift
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    return e / (np.sum(e, axis=axis, keepdims=True) + 1e-9)
