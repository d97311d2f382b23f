"""The formula for rows, as it stands.

Loses: softmax
Hears: softmax-keepdims
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x) / np.exp(x).sum(axis=1)
