"""A is mine: sorting its rows harms nobody.

Loses: row_focus
Hears: row-focus-overwrites
"""


def row_focus(A):
    A.sort(axis=1)
    focus = A[:, -1].copy()
    return focus, focus.argmax(), focus.argmin()
