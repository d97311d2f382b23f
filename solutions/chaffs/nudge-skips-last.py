"""range(1, T - 1) ends with the last position.

Loses: nudge_positions
Hears: nothing
"""


def nudge_positions(X, step=0.3):
    moved = X.astype(float)
    for t in range(1, X.shape[1] - 1):
        moved[:, t] += step * t
    return moved
