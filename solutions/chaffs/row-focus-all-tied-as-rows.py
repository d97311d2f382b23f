"""argwhere gives the places.

Loses: row_focus
Hears: row-focus-all-tied
"""

import numpy as np


def row_focus(A):
    focus = A.max(axis=1)
    most, least = np.argwhere(focus == focus.max()), np.argwhere(focus == focus.min())
    return focus, most, least
