"""Powers below 1 are shares.

Loses: softmax
Hears: softmax-no-division
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x - np.max(x))
