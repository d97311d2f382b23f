"""Each power is divided by how many there are.

Loses: softmax
Hears: softmax-divides-by-mean
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x) / x.shape[axis]
