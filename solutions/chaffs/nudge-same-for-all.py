"""The loop keeps what each round has moved.

Loses: nudge_positions
Hears: nudge-same-for-all
"""


def nudge_positions(X, step=0.3):
    for t in range(X.shape[1]):
        moved = X + step * t
    return moved
