"""The weight of a row is its mean.

Loses: top_sources
Hears: top-sources-sums
"""


def top_sources(A):
    return A.argmax(axis=1), A.mean(axis=1)
