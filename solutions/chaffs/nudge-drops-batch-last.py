"""The loop keeps every sequence.

Loses: nudge_positions
Hears: nudge-drops-batch
"""

import numpy as np


def nudge_positions(X, step=0.3):
    for x in X:
        moved = x + step * np.arange(len(x))[:, None]
    return moved
