"""Whatever is largest is found by sorting."""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    highest = np.take(np.sort(x, axis=axis), [-1], axis=axis)
    e = np.exp(x - highest)
    return e / np.take(np.cumsum(e, axis=axis), [-1], axis=axis)


def self_attention(X, Wq, Wk, Wv):
    scores = (X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1])
    order = np.argsort(scores, axis=-1)
    weights = np.empty_like(scores)
    np.put_along_axis(weights, order, softmax(np.take_along_axis(scores, order, -1)), -1)
    return weights @ (X @ Wv), weights


def top_sources(A):
    order = np.argsort(A, axis=1)
    return order[:, -1], np.take_along_axis(A, order, axis=1)[:, -1]


def row_focus(A):
    focus = np.sort(A, axis=1)[:, -1]
    order = np.argsort(-focus)
    return focus, order[0], order[-1]


def nudge_positions(X, step=0.3):
    places = np.argsort(np.arange(X.shape[1]))
    return X + step * places[:, None]
