"""The first position is moved by one step.

Loses: nudge_positions
Hears: nudge-from-one
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(1, X.shape[1] + 1)
    return X + step * places[:, None]
