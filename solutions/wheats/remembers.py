"""Answers are kept in a cache whose key is the whole input."""

import functools

import numpy as np


def remembered(function):
    answers = {}

    @functools.wraps(function)
    def wrapper(*args, **options):
        arrays = [np.asarray(arg) for arg in args]
        key = (
            tuple((a.shape, a.dtype.str, a.tobytes()) for a in arrays),
            tuple(sorted(options.items())),
        )
        if key not in answers:
            answers[key] = function(*args, **options)
        return answers[key]

    return wrapper


@remembered
def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


@remembered
def self_attention(X, Wq, Wk, Wv):
    weights = softmax((X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1]))
    return weights @ (X @ Wv), weights


@remembered
def top_sources(A):
    return A.argmax(axis=1), A.max(axis=1)


@remembered
def row_focus(A):
    focus = A.max(axis=1)
    return focus, focus.argmax(), focus.argmin()


@remembered
def nudge_positions(X, step=0.3):
    return X + step * np.arange(X.shape[1])[:, None]
