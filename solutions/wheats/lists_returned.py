"""All results are nested Python lists, and pairs come as a list of two."""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return (e / e.sum(axis=axis, keepdims=True)).tolist()


def self_attention(X, Wq, Wk, Wv):
    scores = (X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1])
    weights = softmax(scores)
    return [(np.array(weights) @ (X @ Wv)).tolist(), weights]


def top_sources(A):
    rows = A.tolist()
    return [[row.index(max(row)) for row in rows], [max(row) for row in rows]]


def row_focus(A):
    focus = [max(row) for row in A.tolist()]
    return [focus, focus.index(max(focus)), focus.index(min(focus))]


def nudge_positions(X, step=0.3):
    return [[[v + t * step for v in row] for t, row in enumerate(x)] for x in X.tolist()]
