"""The total of the powers is the power of the total.

Loses: softmax
Hears: softmax-power-of-total
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x) / np.exp(np.sum(x, axis=axis, keepdims=True))
