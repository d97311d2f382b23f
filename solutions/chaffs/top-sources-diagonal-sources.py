"""A row's source is the number of the row.

Loses: top_sources
Hears: top-sources-diagonal
"""

import numpy as np


def top_sources(A):
    return np.arange(len(A)), A.max(axis=1)
