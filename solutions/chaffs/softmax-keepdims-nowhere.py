"""Highest scores and totals fit the table by themselves.

Loses: softmax
Hears: softmax-keepdims
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis))
    return e / np.sum(e, axis=axis)
