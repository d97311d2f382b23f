"""Each round of the loop is kept.

Loses: top_sources
Hears: top-sources-one-row-only
"""


def top_sources(A):
    for row in A:
        source = row.argmax()
        weight = row.max()
    return source, weight
