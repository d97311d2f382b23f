"""X[0] holds the positions.

Loses: nudge_positions
Hears: nudge-first-sequence-only
"""

import numpy as np


def nudge_positions(X, step=0.3):
    moved = X.astype(float)
    moved[0] += step * np.arange(X.shape[1])[:, None]
    return moved
