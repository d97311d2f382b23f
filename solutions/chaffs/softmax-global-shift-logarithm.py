"""One shift, then the logarithm of each total.

Loses: softmax
Hears: softmax-global-shift
"""

import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x)
    return np.exp(x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True)))
