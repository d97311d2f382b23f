"""Focus is the mean of a column.

Loses: row_focus
Hears: row-focus-column-sums
"""


def row_focus(A):
    focus = A.mean(axis=0)
    return focus, focus.argmax(), focus.argmin()
