"""The last but one in order is the largest.

Loses: top_sources
Hears: top-sources-second
"""

import numpy as np


def top_sources(A):
    sources = A.argsort(axis=1)[:, -2]
    return sources, A[np.arange(len(A)), sources]
