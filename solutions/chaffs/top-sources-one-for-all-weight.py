"""The weights are the largest one.

Loses: top_sources
Hears: top-sources-one-for-all
"""

import numpy as np


def top_sources(A):
    return A.argmax(axis=1), np.full(len(A), A.max())
