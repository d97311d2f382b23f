"""Each step is twice the one before.

Loses: nudge_positions
Hears: nudge-doubles
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X + step * (2**places[:, None] - 1)
