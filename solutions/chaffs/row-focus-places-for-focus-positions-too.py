"""Focus is the key, and the positions go by it.

Loses: row_focus
Hears: row-focus-places-for-focus
"""


def row_focus(A):
    focus = A.argmax(axis=1)
    return focus, focus.argmax(), focus.argmin()
