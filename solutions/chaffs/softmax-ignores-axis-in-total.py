"""The axis matters for the shift, the total is always that of a row.

Loses: softmax
Hears: softmax-ignores-axis
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)
