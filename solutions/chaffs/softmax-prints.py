"""A function hands over its result by printing it.

Loses: softmax
Hears: nothing
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    print(e / np.sum(e, axis=axis, keepdims=True))
