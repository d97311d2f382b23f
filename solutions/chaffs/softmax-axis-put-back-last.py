"""A total gets its axis back at the end.

Loses: softmax
Hears: softmax-axis-put-back-last
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis)[:, None])
    return e / np.sum(e, axis=axis)[:, None]
