"""The total of a row is the total of its scores, also after a shift.

Loses: softmax
Hears: softmax-divides-by-sum-of-scores
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(x, axis=axis, keepdims=True)
