"""A shift is needed only if some score is high.

Loses: softmax
Hears: softmax-shift-at-zero
"""

import numpy as np


def softmax(x, axis=-1):
    if np.max(x) > 0:
        x = x - np.max(x, axis=axis, keepdims=True)
    e = np.exp(x)
    return e / np.sum(e, axis=axis, keepdims=True)
