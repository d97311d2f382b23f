"""A.max() is the largest weight.

Loses: row_focus
Hears: row-focus-largest-of-all
"""


def row_focus(A):
    focus = A.max()
    return focus, A.argmax(), A.argmin()
