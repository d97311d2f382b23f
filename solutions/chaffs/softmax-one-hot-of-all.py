"""The largest score of the table takes everything.

Loses: softmax
Hears: softmax-one-hot
"""

import numpy as np


def softmax(x, axis=-1):
    return (x == np.max(x)) * 1.0
