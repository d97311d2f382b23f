"""Focus is the key that a row looks at most.

Loses: row_focus
Hears: row-focus-places-for-focus
"""


def row_focus(A):
    focus = A.max(axis=1)
    return A.argmax(axis=1), focus.argmax(), focus.argmin()
