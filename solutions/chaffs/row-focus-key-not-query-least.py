"""The most diffuse is the key that the weakest row looks at.

Loses: row_focus
Hears: row-focus-key-not-query
"""


def row_focus(A):
    focus = A.max(axis=1)
    keys = A.argmax(axis=1)
    return focus, focus.argmax(), keys[focus.argmin()]
