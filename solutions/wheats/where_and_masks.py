"""Masks and np.where stand where a maximum or an index would: they hide nothing that counts."""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    distance = x.max(axis=axis, keepdims=True) - x
    e = np.where(distance > 700, 0.0, np.exp(-np.minimum(distance, 700)))
    return np.true_divide(e, e.sum(axis=axis, keepdims=True))


def self_attention(X, Wq, Wk, Wv):
    B, T, _ = X.shape
    nobody_hidden = np.zeros((T, T), dtype=bool)
    scores = (X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1])
    scores = np.where(nobody_hidden, -np.inf, scores)
    weights = softmax(scores)
    return weights @ (X @ Wv), weights


def top_sources(A):
    T = len(A)
    is_top = A == A.max(axis=1, keepdims=True)
    places = np.where(is_top, np.arange(T), T).min(axis=1)
    return places, np.ma.masked_array(A, mask=~is_top).max(axis=1).filled(0)


def row_focus(A):
    focus = np.ma.masked_less(A, 0).max(axis=1)
    return focus, np.nonzero(focus == focus.max())[0][0], np.nonzero(focus == focus.min())[0][0]


def nudge_positions(X, step=0.3):
    places = np.indices(X.shape)[1]
    return np.where(places > 0, X + step * places, X)
