"""The most diffuse row is the one with the smallest weight in it.

Loses: row_focus
Hears: row-focus-smallest-entry
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus, focus.argmax(), A.argmin() // len(A)
