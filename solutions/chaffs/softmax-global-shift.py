"""One shift, by the largest score of all, keeps every row finite.

Loses: softmax
Hears: softmax-global-shift
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x))
    return e / np.sum(e, axis=axis, keepdims=True)
