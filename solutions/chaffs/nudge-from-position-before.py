"""Each position is the one before, one step on.

Loses: nudge_positions
Hears: nudge-from-position-before
"""


def nudge_positions(X, step=0.3):
    moved = X.astype(float)
    for t in range(1, X.shape[1]):
        moved[:, t] = moved[:, t - 1] + step
    return moved
