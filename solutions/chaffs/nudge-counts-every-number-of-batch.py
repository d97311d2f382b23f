"""Every number of the array has its place.

Loses: nudge_positions
Hears: nudge-counts-every-number
"""

import numpy as np


def nudge_positions(X, step=0.3):
    return X + step * np.arange(X.size).reshape(X.shape)
