"""The five functions as the lesson means them."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

WHY_ROWS_DIFFER = """
A row of weights depends on what stands at its position, not on where.
Both spaces have the same embedding, so they ask the same query of the
same keys: equal rows. The nudge adds step * position, so their
embeddings differ, then their queries, then their rows. It moves every
key as well, which pulls most rows to the same few keys: rows 3 and 8
end up only 0.0001 apart. Positional encoding tells positions apart in
the same way, with vectors that are made for it.
"""


def softmax(x: Array, axis: int = -1) -> Array:
    """Shares of e to the power of x along `axis`, shape of x; the shift only keeps exp finite."""
    powers: Array = np.exp(x - np.max(x, axis=axis, keepdims=True))
    shares: Array = powers / powers.sum(axis=axis, keepdims=True)
    return shares


def self_attention(X: Array, Wq: Array, Wk: Array, Wv: Array) -> tuple[Array, Array]:
    """(B, T, C) and three (C, hs) to out (B, T, hs) and weights (B, T, T), query by key."""
    queries, keys, values = X @ Wq, X @ Wk, X @ Wv
    scores = queries @ keys.swapaxes(-2, -1) / np.sqrt(Wq.shape[1])
    weights = softmax(scores)
    return weights @ values, weights


def top_sources(A: Array) -> tuple[npt.NDArray[np.intp], Array]:
    """For each query, row of A (T, T), the key with the largest weight, and that weight."""
    return A.argmax(axis=1), A.max(axis=1)


def row_focus(A: Array) -> tuple[Array, int, int]:
    """The largest weight in each row of A (T, T), and the rows where it is most and least."""
    focus = A.max(axis=1)
    return focus, int(focus.argmax()), int(focus.argmin())


def nudge_positions(X: Array, step: float = 0.3) -> Array:
    """X (B, T, C) with step * position added at each position."""
    return X + step * np.arange(X.shape[1])[:, np.newaxis]
