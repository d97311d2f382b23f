"""range(T - 1) runs over all keys.

Loses: top_sources
Hears: nothing
"""

import numpy as np


def top_sources(A):
    T = len(A)
    sources = np.zeros(T, dtype=int)
    for i in range(T):
        for j in range(T - 1):
            if A[i, j] > A[i, sources[i]]:
                sources[i] = j
    return sources, A[np.arange(T), sources]
