"""The largest of the matrix, counted through, serves all rows.

Loses: top_sources
Hears: top-sources-one-for-all
"""

import numpy as np


def top_sources(A):
    T = len(A)
    return np.full(T, A.argmax()), np.full(T, A.max())
