"""The last position is position 0.

Loses: nudge_positions
Hears: nudge-backwards
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X + step * places[::-1, None]
