"""If nothing is said, a step is 1.0.

Loses: nudge_positions
Hears: nudge-other-default
"""

import numpy as np


def nudge_positions(X, step=1.0):
    places = np.arange(X.shape[1])
    return X + step * places[:, None]
