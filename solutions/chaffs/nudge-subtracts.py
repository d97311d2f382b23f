"""A nudge takes the shift off.

Loses: nudge_positions
Hears: nudge-subtracts
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X - step * places[:, None]
