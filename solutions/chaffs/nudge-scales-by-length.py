"""Positions are counted in parts of the length.

Loses: nudge_positions
Hears: nudge-scales-by-length
"""

import numpy as np


def nudge_positions(X, step=0.3):
    T = X.shape[1]
    places = np.arange(T) / T
    return X + step * places[:, None]
