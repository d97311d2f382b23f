"""The total is made of powers of the powers.

Loses: softmax
Hears: softmax-two-powers
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(np.exp(e), axis=axis, keepdims=True)
