"""The two positions go by the lead over the second.

Loses: row_focus
Hears: row-focus-margin
"""

import numpy as np


def row_focus(A):
    ordered = np.sort(A, axis=1)
    lead = ordered[:, -1] - ordered[:, -2]
    return A.max(axis=1), lead.argmax(), lead.argmin()
