"""A copy of X can take the shifts.

Loses: nudge_positions
Hears: nudge-whole-numbers-in-place
"""


def nudge_positions(X, step=0.3):
    moved = X.copy()
    for t in range(X.shape[1]):
        moved[:, t] += step * t
    return moved
