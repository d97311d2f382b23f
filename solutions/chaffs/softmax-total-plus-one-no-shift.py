"""A 1 in the total keeps the shares below 1.

Loses: softmax
Hears: softmax-total-plus-one
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    return e / (1 + np.sum(e, axis=axis, keepdims=True))
