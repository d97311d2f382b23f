"""range(1, T - 1) runs over all rows but the first.

Loses: row_focus
Hears: nothing
"""


def row_focus(A):
    focus = A.max(axis=1)
    most = least = 0
    for i in range(1, len(A) - 1):
        if focus[i] > focus[most]:
            most = i
        if focus[i] < focus[least]:
            least = i
    return focus, most, least
