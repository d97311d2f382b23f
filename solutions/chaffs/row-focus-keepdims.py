"""keepdims does no harm.

Loses: row_focus
Hears: row-focus-keepdims
"""


def row_focus(A):
    focus = A.max(axis=1, keepdims=True)
    return focus, focus.argmax(), focus.argmin()
