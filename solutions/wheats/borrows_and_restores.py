"""Inputs are used as scratch paper, and put back bit for bit before the function ends."""

import contextlib

import numpy as np


@contextlib.contextmanager
def borrowed(*arrays):
    saved = [array.copy() for array in arrays]
    try:
        yield arrays
    finally:
        for array, before in zip(arrays, saved):
            array[...] = before


def softmax(x, axis=-1):
    if not isinstance(x, np.ndarray) or x.dtype != float:
        x = np.array(x, dtype=float)
    with borrowed(x):
        x -= x.max(axis=axis, keepdims=True)
        np.exp(x, out=x)
        return x / x.sum(axis=axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    with borrowed(X, Wq, Wk, Wv):
        scores = (X @ Wq) @ (X @ Wk).swapaxes(1, 2)
        Wq[...] = Wk[...] = 0
        weights = softmax(scores / np.sqrt(Wq.shape[1]))
        return weights @ (X @ Wv), weights


def top_sources(A):
    with borrowed(A):
        sources, weights = A.argmax(axis=1), A.max(axis=1)
        A.sort(axis=1)
        return sources, weights


def row_focus(A):
    with borrowed(A):
        A.sort(axis=1)
        focus = A[:, -1].copy()
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    X = X.astype(float)
    with borrowed(X):
        for t in range(X.shape[1]):
            X[:, t] += step * t
        return X.copy()
