"""Indexing with the sources gives their weights.

Loses: top_sources
Hears: top-sources-weights-of-source
"""


def top_sources(A):
    sources = A.argmax(axis=1)
    return sources, A[sources]
