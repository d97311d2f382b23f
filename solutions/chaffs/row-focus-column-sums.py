"""Most focused is what gets most attention.

Loses: row_focus
Hears: row-focus-column-sums
"""


def row_focus(A):
    focus = A.sum(axis=0)
    return focus, focus.argmax(), focus.argmin()
