"""The row with the smallest weight is the most focused.

Loses: row_focus
Hears: row-focus-smallest
"""


def row_focus(A):
    low = A.min(axis=1)
    return A.max(axis=1), low.argmin(), low.argmax()
