"""Where positions tie, all of them are named.

Loses: row_focus
Hears: row-focus-all-tied
"""

import numpy as np


def row_focus(A):
    focus = A.max(axis=1)
    most = np.flatnonzero(focus == focus.max())
    least = np.flatnonzero(focus == focus.min())
    return focus, most, least
