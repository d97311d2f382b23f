"""The focus stands between the two positions.

Loses: row_focus
Hears: row-focus-results-swapped
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus.argmax(), focus, focus.argmin()
