"""The two positions go by the spread of their rows.

Loses: row_focus
Hears: row-focus-spread
"""


def row_focus(A):
    spread = A.std(axis=1)
    return A.max(axis=1), spread.argmax(), spread.argmin()
