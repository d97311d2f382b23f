"""Focus is the variance of a row.

Loses: row_focus
Hears: row-focus-spread
"""


def row_focus(A):
    focus = A.var(axis=1)
    return focus, focus.argmax(), focus.argmin()
