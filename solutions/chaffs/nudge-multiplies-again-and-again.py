"""Each position grows by the same part once more.

Loses: nudge_positions
Hears: nudge-multiplies
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X * (1 + step) ** places[:, None]
