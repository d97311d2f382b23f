"""Focus is the smallest weight of a row.

Loses: row_focus
Hears: row-focus-smallest
"""


def row_focus(A):
    focus = A.min(axis=1)
    return focus, focus.argmax(), focus.argmin()
