"""The weights are listed from the smallest up.

Loses: top_sources
Hears: top-sources-sorted
"""

import numpy as np


def top_sources(A):
    return A.argmax(axis=1), np.sort(A.max(axis=1))
