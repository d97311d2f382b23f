"""If nothing is said, nothing moves.

Loses: nudge_positions
Hears: nudge-other-default
"""

import numpy as np


def nudge_positions(X, step=0.0):
    places = np.arange(X.shape[1])
    return X + step * places[:, None]
