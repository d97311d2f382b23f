"""The length of the whole array makes it normal.

Loses: softmax
Hears: softmax-norm
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x)
    return e / np.linalg.norm(e)
