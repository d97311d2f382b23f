"""A list made in the loop keeps all rows.

Loses: top_sources
Hears: top-sources-one-row-only
"""


def top_sources(A):
    for row in A:
        sources, weights = [], []
        sources.append(row.argmax())
        weights.append(row.max())
    return sources, weights
