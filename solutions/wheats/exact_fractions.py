"""Only e to the power of a score is rounded; all else is exact until it is returned."""

import math
from fractions import Fraction

import numpy as np


def exact(array):
    flat = [Fraction(value) for value in np.asarray(array).ravel().tolist()]
    return np.array(flat, dtype=object).reshape(np.shape(array))


def softmax(x, axis=-1):
    x = np.asarray(x)
    if x.dtype != object:
        x = exact(x)
    distance = (x - x.max(axis=axis, keepdims=True)).astype(float)
    e = exact([math.exp(gap) for gap in distance.ravel()]).reshape(x.shape)
    return (e / e.sum(axis=axis, keepdims=True)).astype(float)


def self_attention(X, Wq, Wk, Wv):
    X, Wq, Wk, Wv = map(exact, (X, Wq, Wk, Wv))
    scores = (X @ Wq) @ (X @ Wk).swapaxes(1, 2)
    weights = softmax(scores.astype(float) / math.sqrt(Wq.shape[1]))
    return (exact(weights) @ (X @ Wv)).astype(float), weights


def top_sources(A):
    weights = exact(A).max(axis=1)
    return [row.index(top) for row, top in zip(A.tolist(), weights)], weights.astype(float)


def row_focus(A):
    focus = [max(row) for row in exact(A).tolist()]
    most, least = focus.index(max(focus)), focus.index(min(focus))
    return [float(value) for value in focus], most, least


def nudge_positions(X, step=0.3):
    places = np.arange(X.shape[1]).astype(object)[:, None]
    return (exact(X) + Fraction(step) * places).astype(float)
