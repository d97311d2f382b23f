"""The weights say it all.

Loses: top_sources
Hears: top-sources-weights-only
"""


def top_sources(A):
    return A.max(axis=1)
