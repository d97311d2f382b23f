"""math.exp takes any number.

Loses: softmax
Hears: softmax-no-shift
"""

import math
import numpy as np


def softmax(x, axis=-1):
    e = np.vectorize(math.exp, otypes=[float])(x)
    return e / np.sum(e, axis=axis, keepdims=True)
