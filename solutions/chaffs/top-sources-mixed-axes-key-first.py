"""A weight stands at its key and query.

Loses: top_sources
Hears: top-sources-mixed-axes
"""

import numpy as np


def top_sources(A):
    sources = A.argmax(axis=1)
    return sources, A[sources, np.arange(len(A))]
