"""Positions are counted from 1.

Loses: top_sources
Hears: top-sources-from-one
"""


def top_sources(A):
    return A.argmax(axis=1) + 1, A.max(axis=1)
