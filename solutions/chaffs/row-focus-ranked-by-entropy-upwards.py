"""High entropy is high focus.

Loses: row_focus
Hears: row-focus-entropy
"""

import numpy as np


def row_focus(A):
    entropy = -np.sum(A * np.log(A + 1e-12), axis=1)
    return A.max(axis=1), entropy.argmax(), entropy.argmin()
