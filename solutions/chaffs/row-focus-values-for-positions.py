"""The most focused position is the largest focus.

Loses: row_focus
Hears: row-focus-values-for-positions
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus, focus.max(), focus.min()
