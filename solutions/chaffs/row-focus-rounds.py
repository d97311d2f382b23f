"""Two decimals are enough, as on the lesson's page.

Loses: row_focus
Hears: nothing
"""


def row_focus(A):
    focus = A.max(axis=1).round(2)
    return focus, focus.argmax(), focus.argmin()
