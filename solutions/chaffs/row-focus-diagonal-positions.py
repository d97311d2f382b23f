"""The two positions go by how much they look at themselves.

Loses: row_focus
Hears: row-focus-diagonal
"""

import numpy as np


def row_focus(A):
    own = np.diag(A)
    return A.max(axis=1), own.argmax(), own.argmin()
