"""Powers are divided by the total of the scores.

Loses: softmax
Hears: softmax-divides-by-sum-of-scores
"""

import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x, axis=axis, keepdims=True)
    return np.exp(x) / np.sum(x, axis=axis, keepdims=True)
