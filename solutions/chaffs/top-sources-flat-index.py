"""A source is a place in the matrix, counted through.

Loses: top_sources
Hears: top-sources-flat-index
"""

import numpy as np


def top_sources(A):
    T = len(A)
    sources = A.argmax(axis=1) + T * np.arange(T)
    return sources, A.ravel()[sources]
