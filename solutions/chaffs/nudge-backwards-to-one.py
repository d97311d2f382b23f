"""Positions are counted down to 1.

Loses: nudge_positions
Hears: nudge-backwards
"""

import numpy as np


def nudge_positions(X, step=0.3):
    T = X.shape[1]
    return X + step * (T - np.arange(T))[:, None]
