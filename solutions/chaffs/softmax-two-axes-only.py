"""Scores always come as a table of rows and columns.

Loses: softmax
Hears: nothing
"""

import numpy as np


def softmax(x, axis=-1):
    rows, columns = x.shape
    if axis in (0, -2):
        return softmax(x.T, 1).T
    result = np.zeros((rows, columns))
    for i in range(rows):
        e = np.exp(x[i] - max(x[i]))
        result[i] = e / sum(e)
    return result
