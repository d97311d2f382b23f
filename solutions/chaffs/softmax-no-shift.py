"""The formula can be typed as it stands; exp takes any score.

Loses: softmax
Hears: softmax-no-shift
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x) / np.sum(np.exp(x), axis=axis, keepdims=True)
