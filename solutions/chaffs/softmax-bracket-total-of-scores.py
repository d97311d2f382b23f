"""Scores are divided by their total, then comes the power.

Loses: softmax
Hears: softmax-bracket
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x / np.sum(x, axis=axis, keepdims=True))
