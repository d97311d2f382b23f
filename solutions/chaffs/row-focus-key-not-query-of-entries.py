"""The positions are the columns of the largest and smallest entry.

Loses: row_focus
Hears: row-focus-key-not-query
"""


def row_focus(A):
    T = len(A)
    return A.max(axis=1), A.argmax() % T, A.argmin() % T
