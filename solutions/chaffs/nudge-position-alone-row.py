"""The shifts are the result.

Loses: nudge_positions
Hears: nudge-position-alone
"""

import numpy as np


def nudge_positions(X, step=0.3):
    return step * np.arange(X.shape[1])
