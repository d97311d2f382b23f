"""Cutting scores at 500 avoids overflow and changes nothing.

Loses: softmax
Hears: softmax-clips
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(np.clip(x, -500, 500))
    return e / np.sum(e, axis=axis, keepdims=True)
