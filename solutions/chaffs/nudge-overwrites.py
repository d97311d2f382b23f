"""Assigning to X inside a function leaves the caller's X alone.

Loses: nudge_positions
Hears: nudge-overwrites
"""


def nudge_positions(X, step=0.3):
    for t in range(X.shape[1]):
        X[:, t] = X[:, t] + step * t
    return X
