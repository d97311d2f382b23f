"""A copied line finds the least.

Loses: row_focus
Hears: row-focus-one-position-twice
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus, focus.argmax(), focus.argmax()
