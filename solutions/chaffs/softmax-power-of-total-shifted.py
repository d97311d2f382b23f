"""After the shift, the power of the total is the total.

Loses: softmax
Hears: softmax-power-of-total
"""

import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x, axis=axis, keepdims=True)
    return np.exp(x) / np.exp(np.sum(x, axis=axis, keepdims=True))
