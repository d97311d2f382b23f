"""return gives a row back and goes on.

Loses: top_sources
Hears: top-sources-one-row-only
"""


def top_sources(A):
    for row in A:
        return row.argmax(), row.max()
