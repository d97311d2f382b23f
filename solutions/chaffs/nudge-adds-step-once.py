"""Every position is moved by one step.

Loses: nudge_positions
Hears: nudge-adds-step-once
"""


def nudge_positions(X, step=0.3):
    return X + step
