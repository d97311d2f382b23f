"""Scalar functions, spread over arrays with np.vectorize, np.frompyfunc and their like."""

import math

import numpy as np


@np.vectorize
def power(score, top):
    return math.exp(score - top)


divide = np.frompyfunc(lambda part, whole: part / whole, 2, 1)


def softmax(x, axis=-1):
    e = power(x, np.max(x, axis=axis, keepdims=True))
    return divide(e, e.sum(axis=axis, keepdims=True)).astype(float)


def one_sequence(x, Wq, Wk, Wv):
    weights = softmax((x @ Wq) @ (x @ Wk).T / math.sqrt(Wq.shape[1]))
    return weights @ (x @ Wv), weights


self_attention = np.vectorize(
    one_sequence, signature="(t,c),(c,h),(c,h),(c,h)->(t,h),(t,t)", otypes=[float, float]
)


def top_sources(A):
    return np.vectorize(lambda row: (row.argmax(), row.max()), signature="(t)->(),()")(A)


def row_focus(A):
    focus = np.apply_along_axis(max, 1, A)
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    moved = np.vectorize(lambda value, t: value + t * step, otypes=[float])
    return moved(X, np.arange(X.shape[1])[:, None])
