"""The highest score is that of each column, the total that of each row.

Loses: softmax
Hears: softmax-shift-other-axis
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=0))
    return e / np.sum(e, axis=axis, keepdims=True)
