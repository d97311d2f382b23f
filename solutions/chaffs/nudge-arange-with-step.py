"""np.arange with the step as its third number gives one shift a position.

Loses: nudge_positions
Hears: nothing
"""

import numpy as np


def nudge_positions(X, step=0.3):
    T = X.shape[1]
    shifts = np.arange(0, T * step, step)
    return X + shifts[:, None]
