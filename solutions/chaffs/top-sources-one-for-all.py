"""The largest weight of the matrix is the answer for every row.

Loses: top_sources
Hears: top-sources-one-for-all
"""

import numpy as np


def top_sources(A):
    T = len(A)
    return np.full(T, A.argmax() % T), np.full(T, A.max())
