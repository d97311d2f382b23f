"""The two positions go by the largest weight less the smallest.

Loses: row_focus
Hears: row-focus-spread
"""


def row_focus(A):
    spread = A.max(axis=1) - A.min(axis=1)
    return A.max(axis=1), spread.argmax(), spread.argmin()
