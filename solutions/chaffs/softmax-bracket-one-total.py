"""The scores are divided by the total of all powers, inside the power.

Loses: softmax
Hears: softmax-bracket
"""

import numpy as np


def softmax(x, axis=-1):
    return np.exp(x / np.sum(np.exp(x)))
