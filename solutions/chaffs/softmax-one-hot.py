"""The largest score takes everything.

Loses: softmax
Hears: softmax-one-hot
"""

import numpy as np


def softmax(x, axis=-1):
    result = np.zeros(x.shape)
    place = np.expand_dims(np.argmax(x, axis=axis), axis)
    np.put_along_axis(result, place, 1.0, axis=axis)
    return result
