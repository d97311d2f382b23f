"""Focus is how far a row's weights spread.

Loses: row_focus
Hears: row-focus-spread
"""


def row_focus(A):
    focus = A.std(axis=1)
    return focus, focus.argmax(), focus.argmin()
