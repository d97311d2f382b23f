"""Shifts grow with the square of the position.

Loses: nudge_positions
Hears: nudge-doubles
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X + step * places[:, None] ** 2
