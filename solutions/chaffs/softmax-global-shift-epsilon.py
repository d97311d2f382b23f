"""One shift, and a tiny number so that no total is 0.

Loses: softmax
Hears: softmax-global-shift
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x))
    return e / (np.sum(e, axis=axis, keepdims=True) + 1e-9)
