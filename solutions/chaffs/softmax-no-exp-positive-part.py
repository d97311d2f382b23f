"""A negative score gets nothing, the others their part.

Loses: softmax
Hears: softmax-no-exp
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.maximum(x, 0)
    return x / np.sum(x, axis=axis, keepdims=True)
