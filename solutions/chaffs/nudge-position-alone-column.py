"""The shifts are a column.

Loses: nudge_positions
Hears: nudge-position-alone
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return step * places[:, None]
