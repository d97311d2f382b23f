"""The two positions go by what is given to others.

Loses: row_focus
Hears: row-focus-not-itself
"""

import numpy as np


def row_focus(A):
    others = A.copy()
    np.fill_diagonal(others, 0)
    focus = others.max(axis=1)
    return A.max(axis=1), focus.argmax(), focus.argmin()
