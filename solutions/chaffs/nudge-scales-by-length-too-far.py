"""linspace ends where the length ends.

Loses: nudge_positions
Hears: nudge-scales-by-length
"""

import numpy as np


def nudge_positions(X, step=0.3):
    T = X.shape[1]
    shifts = np.linspace(0, step * T, T)
    return X + shifts[:, None]
