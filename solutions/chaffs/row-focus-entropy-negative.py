"""Focus is entropy without the minus.

Loses: row_focus
Hears: row-focus-entropy
"""

import numpy as np


def row_focus(A):
    focus = np.sum(A * np.log(A + 1e-12), axis=1)
    return focus, focus.argmax(), focus.argmin()
