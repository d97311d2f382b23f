"""A step is 0.3.

Loses: nudge_positions
Hears: nudge-ignores-step
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X + 0.3 * places[:, None]
