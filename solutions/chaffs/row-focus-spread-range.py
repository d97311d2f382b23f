"""Focus is the largest weight less the smallest.

Loses: row_focus
Hears: row-focus-spread
"""


def row_focus(A):
    focus = A.max(axis=1) - A.min(axis=1)
    return focus, focus.argmax(), focus.argmin()
