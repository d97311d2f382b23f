"""The formula can be typed as it stands, along the last axis.

Loses: softmax
Hears: softmax-ignores-axis
"""

import numpy as np


def softmax(x, axis=-1):
    powers = np.exp(x)
    return powers / powers.sum(axis=-1, keepdims=True)
