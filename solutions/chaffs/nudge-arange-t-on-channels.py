"""T shifts find the T axis by themselves.

Loses: nudge_positions
Hears: nudge-along-channels
"""

import numpy as np


def nudge_positions(X, step=0.3):
    B, T, C = X.shape
    return X + step * np.arange(T)
