"""The shifts stand in place of the embeddings.

Loses: nudge_positions
Hears: nudge-position-alone
"""

import numpy as np


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1])
    return np.zeros(X.shape) + step * places[:, None]
