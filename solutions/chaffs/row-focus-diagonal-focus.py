"""Focus is the diagonal, the positions go by the largest weight.

Loses: row_focus
Hears: row-focus-diagonal
"""

import numpy as np


def row_focus(A):
    focus = A.max(axis=1)
    return np.diag(A), focus.argmax(), focus.argmin()
