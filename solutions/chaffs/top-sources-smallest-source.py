"""argmin finds the place of the top.

Loses: top_sources
Hears: top-sources-smallest
"""


def top_sources(A):
    return A.argmin(axis=1), A.max(axis=1)
