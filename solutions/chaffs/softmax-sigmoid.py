"""Softmax squeezes every score between 0 and 1 by itself.

Loses: softmax
Hears: softmax-sigmoid
"""

import numpy as np


def softmax(x, axis=-1):
    return 1 / (1 + np.exp(-x))
