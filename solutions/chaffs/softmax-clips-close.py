"""Scores beyond 50 are as good as infinite, so they can be cut there.

Loses: softmax
Hears: softmax-clips
"""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(np.clip(x, -50, 50))
    return e / np.sum(e, axis=axis, keepdims=True)
