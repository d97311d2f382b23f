"""The total of the powers divides the score, inside the power.

Loses: softmax
Hears: softmax-bracket
"""

import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x, axis=axis, keepdims=True)
    return np.exp(x / np.sum(np.exp(x), axis=axis, keepdims=True))
