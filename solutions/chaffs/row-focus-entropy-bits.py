"""Focus is the entropy of a row in bits.

Loses: row_focus
Hears: row-focus-entropy
"""

import numpy as np


def row_focus(A):
    focus = -(A * np.log2(A + 1e-12)).sum(axis=1)
    return focus, focus.argmin(), focus.argmax()
