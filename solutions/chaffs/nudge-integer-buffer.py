"""A copy of X can hold the moved numbers.

Loses: nudge_positions
Hears: nudge-integer-buffer
"""


def nudge_positions(X, step=0.3):
    moved = X.copy()
    for t in range(X.shape[1]):
        moved[:, t] = X[:, t] + step * t
    return moved
