"""Each round of the loop is kept.

Loses: row_focus
Hears: row-focus-one-row-only
"""


def row_focus(A):
    tops = A.max(axis=1)
    for row in A:
        focus = row.max()
    return focus, tops.argmax(), tops.argmin()
