"""Each round moves its own position.

Loses: nudge_positions
Hears: nudge-same-for-all
"""


def nudge_positions(X, step=0.3):
    moved = X.astype(float)
    for t in range(X.shape[1]):
        moved = moved + step * t
    return moved
