"""Results lie in memory column by column, in the other byte order, or backwards."""

import numpy as np


def softmax(x, axis=-1):
    x = np.asfortranarray(x, dtype=float)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return np.asfortranarray(e / e.sum(axis=axis, keepdims=True))


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = (np.asfortranarray(X @ W) for W in (Wq, Wk, Wv))
    weights = softmax(np.asfortranarray(Q @ K.swapaxes(1, 2)) / np.sqrt(Q.shape[2]))
    return np.asfortranarray(weights @ V), weights


def top_sources(A):
    sources = A.argmax(axis=1)
    return sources.astype(sources.dtype.newbyteorder()), A.max(axis=1).astype(">f8")


def row_focus(A):
    focus = np.asfortranarray(A).max(axis=1)
    backwards = focus[::-1].copy()
    return backwards[::-1], focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    return np.array(X + step * np.arange(X.shape[1])[:, None], order="F")
