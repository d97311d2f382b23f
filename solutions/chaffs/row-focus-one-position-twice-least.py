"""A copied line finds the most.

Loses: row_focus
Hears: row-focus-one-position-twice
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus, focus.argmin(), focus.argmin()
