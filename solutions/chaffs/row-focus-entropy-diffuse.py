"""Most diffuse is the row of the highest entropy.

Loses: row_focus
Hears: row-focus-entropy
"""

import numpy as np


def row_focus(A):
    focus = A.max(axis=1)
    entropy = -np.sum(A * np.log(A + 1e-12), axis=1)
    return focus, focus.argmax(), entropy.argmax()
