"""A sequence moves by as many steps as it is long.

Loses: nudge_positions
Hears: nudge-same-for-all
"""


def nudge_positions(X, step=0.3):
    return X + step * X.shape[1]
