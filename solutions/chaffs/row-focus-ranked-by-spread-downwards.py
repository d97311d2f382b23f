"""A small spread is a sharp focus.

Loses: row_focus
Hears: row-focus-spread
"""


def row_focus(A):
    spread = A.std(axis=1)
    return A.max(axis=1), spread.argmin(), spread.argmax()
