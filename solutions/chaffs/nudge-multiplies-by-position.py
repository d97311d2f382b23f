"""An embedding is multiplied by its position.

Loses: nudge_positions
Hears: nudge-multiplies
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return X * places[:, None]
