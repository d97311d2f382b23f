"""The powers are divided by their total, all inside one bracket.

Loses: softmax
Hears: softmax-bracket
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x / np.exp(x).sum(axis=axis, keepdims=True))
