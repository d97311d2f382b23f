"""Only the source has to be another position.

Loses: top_sources
Hears: top-sources-not-itself
"""

import numpy as np


def top_sources(A):
    others = A.copy()
    np.fill_diagonal(others, 0)
    return others.argmax(axis=1), A.max(axis=1)
