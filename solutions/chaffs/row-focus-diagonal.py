"""Focus is how much a position looks at itself.

Loses: row_focus
Hears: row-focus-diagonal
"""

import numpy as np


def row_focus(A):
    focus = np.diag(A)
    return focus, focus.argmax(), focus.argmin()
