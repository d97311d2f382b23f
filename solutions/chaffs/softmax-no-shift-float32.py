"""Half the bytes are enough for the powers.

Loses: softmax
Hears: softmax-no-shift
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x.astype(np.float32))
    return e / np.sum(e, axis=axis, keepdims=True)
