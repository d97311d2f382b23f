"""A row stands where its largest weight stands, counted through.

Loses: row_focus
Hears: row-focus-flat-position
"""

import numpy as np


def row_focus(A):
    focus = A.max(axis=1)
    places = A.argmax(axis=1) + len(A) * np.arange(len(A))
    return focus, places[focus.argmax()], places[focus.argmin()]
