"""A softmax is e to the power of each score.

Loses: softmax
Hears: softmax-no-division
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x)
