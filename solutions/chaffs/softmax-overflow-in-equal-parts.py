"""Powers that overflow are all alike, so they share equally.

Loses: softmax
Hears: softmax-hides-overflow
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    huge = np.isinf(e)
    e = np.where(huge.any(axis=axis, keepdims=True), huge, e)
    return e / np.sum(e, axis=axis, keepdims=True)
