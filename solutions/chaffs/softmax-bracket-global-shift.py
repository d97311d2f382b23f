"""The bracket closes too late, with one shift for all.

Loses: softmax
Hears: softmax-bracket
"""

import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x)
    return np.exp(x / np.sum(np.exp(x), axis=axis, keepdims=True))
