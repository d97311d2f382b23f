"""A position looks at those before it only.

Loses: top_sources
Hears: top-sources-causal
"""

import numpy as np


def top_sources(A):
    seen = np.tril(A, k=-1)
    return seen.argmax(axis=1), seen.max(axis=1)
