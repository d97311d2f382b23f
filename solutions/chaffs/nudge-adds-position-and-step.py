"""Position and step are both added.

Loses: nudge_positions
Hears: nudge-adds-position
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X + places[:, None] + step
