"""Three decimals are enough for a share.

Loses: softmax
Hears: nothing
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return np.round(e / np.sum(e, axis=axis, keepdims=True), 3)
