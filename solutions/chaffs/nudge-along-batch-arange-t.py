"""T shifts with two axes more find the T axis.

Loses: nudge_positions
Hears: nudge-along-batch
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X + step * places[:, None, None]
