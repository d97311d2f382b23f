"""The logarithm of the shares is the stable form of the shares.

Loses: softmax
Hears: softmax-log
"""

import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x, axis=axis, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))
