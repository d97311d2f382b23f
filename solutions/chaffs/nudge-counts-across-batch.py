"""The second sequence goes on counting where the first ended.

Loses: nudge_positions
Hears: nudge-counts-across-batch
"""

import numpy as np


def nudge_positions(X, step=0.3):
    B, T, C = X.shape
    places = np.arange(B * T).reshape(B, T, 1)
    return X + step * places
