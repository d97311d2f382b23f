"""Powers go into the formula, which takes powers.

Loses: softmax
Hears: softmax-two-powers
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    return np.exp(e) / np.sum(np.exp(e), axis=axis, keepdims=True)
