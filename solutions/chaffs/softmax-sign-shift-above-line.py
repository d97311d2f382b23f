"""Above the line, the score is taken off the highest.

Loses: softmax
Hears: softmax-sign
"""

import numpy as np


def softmax(x, axis=-1):
    top = np.max(x, axis=axis, keepdims=True)
    return np.exp(top - x) / np.sum(np.exp(x - top), axis=axis, keepdims=True)
