"""nan_to_num turns infinite powers into numbers to work with.

Loses: softmax
Hears: softmax-hides-overflow
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.nan_to_num(np.exp(x))
    return e / np.sum(e, axis=axis, keepdims=True)
