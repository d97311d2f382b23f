"""A position's source is itself.

Loses: top_sources
Hears: top-sources-diagonal
"""

import numpy as np


def top_sources(A):
    return np.arange(len(A)), np.diag(A)
