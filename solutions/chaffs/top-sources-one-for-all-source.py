"""The sources are the place of the largest weight.

Loses: top_sources
Hears: top-sources-one-for-all
"""

import numpy as np


def top_sources(A):
    return np.full(len(A), A.argmax() % len(A)), A.max(axis=1)
