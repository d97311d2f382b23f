"""T places are laid out over the numbers until all have one.

Loses: nudge_positions
Hears: nudge-counts-every-number
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X + step * np.resize(places, X.shape)
