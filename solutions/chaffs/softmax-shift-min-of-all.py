"""Scores are safe once the smallest of all is 0.

Loses: softmax
Hears: softmax-shift-min
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.min(x))
    return e / np.sum(e, axis=axis, keepdims=True)
