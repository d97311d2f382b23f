"""Two steps are the step times itself.

Loses: nudge_positions
Hears: nothing
"""

import numpy as np


def nudge_positions(X, step=0.3):
    T = X.shape[1]
    shifts = np.array([0] + [step**t for t in range(1, T)])
    return X + shifts[:, None]
