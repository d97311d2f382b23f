"""Arrays are taken apart by functions that call themselves."""

import math

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    axis = axis % x.ndim
    if axis > 0:
        return np.stack([softmax(part, axis - 1) for part in x])
    if x.ndim > 1:
        return np.stack([softmax(x[..., k], 0) for k in range(x.shape[-1])], axis=-1)
    powers = [math.exp(score - largest(x.tolist())) for score in x]
    return np.array(powers) / total(powers)


def largest(values):
    if len(values) == 1:
        return values[0]
    middle = len(values) // 2
    return max(largest(values[:middle]), largest(values[middle:]))


def total(values):
    if len(values) == 1:
        return values[0]
    middle = len(values) // 2
    return total(values[:middle]) + total(values[middle:])


def self_attention(X, Wq, Wk, Wv):
    if len(X) > 1:
        first, rest = self_attention(X[:1], Wq, Wk, Wv), self_attention(X[1:], Wq, Wk, Wv)
        return tuple(np.concatenate(pair) for pair in zip(first, rest))
    x = X[0]
    weights = softmax((x @ Wq) @ (x @ Wk).T / math.sqrt(Wq.shape[1]))
    return (weights @ (x @ Wv))[None], weights[None]


def where(values, best, at=0):
    return at if values[at] == best else where(values, best, at + 1)


def top_sources(A):
    weights = [largest(row) for row in A.tolist()]
    return [where(row, best) for row, best in zip(A.tolist(), weights)], weights


def row_focus(A):
    focus = top_sources(A)[1]
    return focus, where(focus, largest(focus)), where(focus, -largest([-f for f in focus]))


def nudge_positions(X, step=0.3):
    if X.shape[1] == 1:
        return X + 0.0
    return np.concatenate([X[:, :1], nudge_positions(X[:, 1:], step) + step], axis=1)
