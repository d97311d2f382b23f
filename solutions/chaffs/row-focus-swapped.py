"""The most diffuse position comes before the most focused.

Loses: row_focus
Hears: row-focus-swapped
"""


def row_focus(A):
    focus = A.max(axis=1)
    return focus, focus.argmin(), focus.argmax()
