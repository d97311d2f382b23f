"""A 1 in the total prevents division by zero.

Loses: softmax
Hears: softmax-total-plus-one
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / (1 + np.sum(e, axis=axis, keepdims=True))
