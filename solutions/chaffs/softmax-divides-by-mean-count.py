"""Each of n scores gets its n-th part.

Loses: softmax
Hears: softmax-divides-by-mean
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / x.shape[axis]
