"""Any shift will do, so that of the rows is right for all.

Loses: softmax
Hears: softmax-ignores-axis
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
