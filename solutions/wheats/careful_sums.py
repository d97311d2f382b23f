"""Every sum is a math.fsum, every dot product a fsum of products."""

import math

import numpy as np


def softmax(x, axis=-1):
    def line(scores):
        top = max(scores)
        powers = [math.exp(score - top) for score in scores]
        total = math.fsum(powers)
        return [part / total for part in powers]

    return np.apply_along_axis(line, axis, np.asarray(x, dtype=float))


def dot(a, b):
    return math.fsum(p * q for p, q in zip(a, b))


def times(a, b):
    return [[dot(row, column) for column in zip(*b)] for row in a]


def self_attention(X, Wq, Wk, Wv):
    tables = [W.tolist() for W in (Wq, Wk, Wv)]
    out, weights = [], []
    for x in X.tolist():
        Q, K, V = (times(x, table) for table in tables)
        scores = [[dot(q, k) / math.sqrt(len(k)) for k in K] for q in Q]
        weights.append(softmax(scores).tolist())
        out.append(times(weights[-1], V))
    return out, weights


def top_sources(A):
    rows = A.tolist()
    return [max(range(len(row)), key=row.__getitem__) for row in rows], list(map(max, rows))


def row_focus(A):
    focus = list(map(max, A.tolist()))
    places = sorted(range(len(focus)), key=focus.__getitem__)
    return focus, places[-1], places[0]


def nudge_positions(X, step=0.3):
    moved = [
        [[math.fsum([value, *[step] * t]) for value in row] for t, row in enumerate(x)] for x in X
    ]
    return np.array(moved)
