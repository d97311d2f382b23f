"""The sources say it all.

Loses: top_sources
Hears: top-sources-sources-only
"""


def top_sources(A):
    return A.argmax(axis=1)
