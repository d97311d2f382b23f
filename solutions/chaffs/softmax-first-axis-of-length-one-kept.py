"""Each score is a row of its own and stays one.

Loses: softmax
Hears: softmax-first-axis-of-length-one
"""

import numpy as np


def softmax(x, axis=-1):
    x = x[..., None]
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
