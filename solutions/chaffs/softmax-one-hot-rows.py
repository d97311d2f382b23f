"""The largest score of each row takes everything.

Loses: softmax
Hears: softmax-one-hot
"""

import numpy as np


def softmax(x, axis=-1):
    result = np.zeros(x.shape)
    result[np.arange(len(x)), x.argmax(axis=1)] = 1
    return result
