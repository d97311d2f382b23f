"""Focus is the lead of the largest weight over the second.

Loses: row_focus
Hears: row-focus-margin
"""

import numpy as np


def row_focus(A):
    focus = np.sort(A, axis=1)[:, -1] - np.sort(A, axis=1)[:, -2]
    return focus, focus.argmax(), focus.argmin()
