"""The most focused is the key of the largest weight.

Loses: row_focus
Hears: row-focus-key-not-query
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus, A.argmax() % len(A), focus.argmin()
