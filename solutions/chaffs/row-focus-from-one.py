"""Positions are counted from 1.

Loses: row_focus
Hears: row-focus-from-one
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus, focus.argmax() + 1, focus.argmin() + 1
