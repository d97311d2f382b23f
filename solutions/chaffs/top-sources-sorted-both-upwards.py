"""The weakest link is listed first.

Loses: top_sources
Hears: top-sources-sorted
"""

import numpy as np


def top_sources(A):
    order = np.argsort(A.max(axis=1))
    return A.argmax(axis=1)[order], A.max(axis=1)[order]
