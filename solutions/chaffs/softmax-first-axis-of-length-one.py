"""Each score is a row of its own, once it has an axis more.

Loses: softmax
Hears: softmax-first-axis-of-length-one
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.expand_dims(x, axis)
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    shares = e / np.sum(e, axis=axis, keepdims=True)
    return np.squeeze(shares, axis=axis)
