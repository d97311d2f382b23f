"""The weight of a position is on the diagonal.

Loses: top_sources
Hears: top-sources-diagonal
"""

import numpy as np


def top_sources(A):
    return A.argmax(axis=1), np.diag(A)
