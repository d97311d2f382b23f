"""sum adds up the numbers of a row.

Loses: softmax
Hears: softmax-over-columns
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / sum(e)
