"""The weight of a source stands on the diagonal, in the source's own row.

Loses: top_sources
Hears: top-sources-weights-of-source
"""


def top_sources(A):
    sources = A.argmax(axis=1)
    return sources, A[sources, sources]
