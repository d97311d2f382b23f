"""The last number of each embedding carries the position.

Loses: nudge_positions
Hears: nudge-first-channel
"""

import numpy as np


def nudge_positions(X, step=0.3):
    moved = X.astype(float)
    moved[:, :, -1] += step * np.arange(X.shape[1])
    return moved
