"""The last position is one step from the first.

Loses: nudge_positions
Hears: nudge-scales-by-length
"""

import numpy as np


def nudge_positions(X, step=0.3):
    shifts = np.linspace(0, step, X.shape[1])
    return X + shifts[:, None]
