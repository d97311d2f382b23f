"""The least comes first, the focus last.

Loses: row_focus
Hears: row-focus-results-swapped
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus.argmin(), focus.argmax(), focus
