"""A return inside the loop hands back every sequence.

Loses: nudge_positions
Hears: nudge-drops-batch
"""

import numpy as np


def nudge_positions(X, step=0.3):
    for x in X:
        return x + step * np.arange(len(x))[:, None]
