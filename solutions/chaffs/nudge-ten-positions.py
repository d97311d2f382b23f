"""There are ten positions.

Loses: nudge_positions
Hears: nothing
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(10)
    return X + step * places[:, None]
