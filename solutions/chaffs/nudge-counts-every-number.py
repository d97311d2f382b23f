"""Positions are counted from number to number.

Loses: nudge_positions
Hears: nudge-counts-every-number
"""

import numpy as np


def nudge_positions(X, step=0.3):
    B, T, C = X.shape
    return X + step * np.arange(T * C).reshape(T, C)
