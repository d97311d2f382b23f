"""Most and least are the largest and smallest weight.

Loses: row_focus
Hears: row-focus-values-for-positions
"""


def row_focus(A):
    return A.max(axis=1), A.max(), A.min()
