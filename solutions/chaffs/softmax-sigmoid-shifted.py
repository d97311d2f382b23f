"""Each shifted power is divided by 1 more than itself.

Loses: softmax
Hears: softmax-sigmoid
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / (1 + e)
