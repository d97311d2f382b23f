"""Only high scores overflow, so they are cut at 500.

Loses: softmax
Hears: softmax-clips
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(np.minimum(x, 500))
    return e / np.sum(e, axis=axis, keepdims=True)
