"""A.max() is the focus, and its place is asked for.

Loses: row_focus
Hears: row-focus-largest-of-all
"""


def row_focus(A):
    focus = A.max()
    return focus, focus.argmax(), focus.argmin()
