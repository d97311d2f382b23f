"""argmax and max look at each row.

Loses: top_sources
Hears: top-sources-one-for-all
"""


def top_sources(A):
    return A.argmax(), A.max()
