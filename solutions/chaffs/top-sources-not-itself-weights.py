"""Only the weight has to be that of another position.

Loses: top_sources
Hears: top-sources-not-itself
"""

import numpy as np


def top_sources(A):
    others = A.copy()
    np.fill_diagonal(others, 0)
    return A.argmax(axis=1), others.max(axis=1)
