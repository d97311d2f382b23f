"""Scores are safe once each row is centred on its mean.

Loses: softmax
Hears: softmax-shift-mean
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.mean(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)
