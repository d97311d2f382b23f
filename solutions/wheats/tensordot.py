"""Products by np.tensordot over the whole batch; each sequence's own block is cut out after."""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    e = np.exp(x - np.expand_dims(x.max(axis=axis), axis))
    return np.divide(e, np.expand_dims(e.sum(axis=axis), axis))


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = (np.tensordot(X, W, axes=([2], [0])) for W in (Wq, Wk, Wv))
    everyone = np.tensordot(Q, K, axes=([2], [2]))  # (B, T, B, T): also across sequences
    own = np.arange(len(X))
    weights = softmax(everyone[own, :, own, :] / np.sqrt(Wq.shape[1]))
    mixed = np.tensordot(weights, V, axes=(2, 1))  # (B, T, B, hs)
    return mixed[own, :, own, :], weights


def top_sources(A):
    T = len(A)
    places = A.argmax(axis=1)
    return places, np.tensordot(A, np.eye(T), axes=1)[np.arange(T), places]


def row_focus(A):
    focus = top_sources(A)[1]
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    T, C = X.shape[1:]
    return X + np.tensordot(step * np.arange(T), np.ones(C), axes=0)
