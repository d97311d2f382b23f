"""Focus is entropy: the higher, the more focused.

Loses: row_focus
Hears: row-focus-entropy
"""

import numpy as np


def row_focus(A):
    focus = -(A * np.log(A + 1e-12)).sum(axis=1)
    return focus, focus.argmax(), focus.argmin()
