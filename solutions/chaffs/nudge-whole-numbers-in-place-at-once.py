"""A copy of X can take all shifts at once.

Loses: nudge_positions
Hears: nudge-whole-numbers-in-place
"""

import numpy as np


def nudge_positions(X, step=0.3):
    moved = X.copy()
    moved += step * np.arange(X.shape[1])[:, None]
    return moved
