"""Focus leaves the position out, the two positions do not.

Loses: row_focus
Hears: row-focus-not-itself
"""

import numpy as np


def row_focus(A):
    others = A.copy()
    np.fill_diagonal(others, 0)
    focus = others.max(axis=1)
    tops = A.max(axis=1)
    return focus, tops.argmax(), tops.argmin()
