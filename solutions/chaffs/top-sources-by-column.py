"""A column holds what a position looks at.

Loses: top_sources
Hears: top-sources-by-column
"""


def top_sources(A):
    return A.argmax(axis=0), A.max(axis=0)
