"""keepdims does no harm.

Loses: top_sources
Hears: top-sources-keepdims
"""


def top_sources(A):
    return A.argmax(axis=1, keepdims=True), A.max(axis=1, keepdims=True)
