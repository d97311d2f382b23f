"""The positions go by the keys.

Loses: row_focus
Hears: row-focus-places-for-focus
"""


def row_focus(A):
    keys = A.argmax(axis=1)
    return A.max(axis=1), keys.argmax(), keys.argmin()
