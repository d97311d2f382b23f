"""The focus is one number, the positions go by rows.

Loses: row_focus
Hears: row-focus-largest-of-all
"""


def row_focus(A):
    tops = A.max(axis=1)
    return A.max(), tops.argmax(), tops.argmin()
