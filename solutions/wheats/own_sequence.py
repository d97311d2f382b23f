"""Several results come as a sequence of the student's own class."""

from collections.abc import Sequence

import numpy as np


class Results(Sequence):
    def __init__(self, **parts):
        self.__dict__.update(parts)
        self._names = list(parts)

    def __len__(self):
        return len(self._names)

    def __getitem__(self, key):
        return getattr(self, self._names[key] if isinstance(key, int) else key)


class Shares:
    """Not an array, but numpy can make one of it."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return np.array(self.array, dtype=dtype)


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return Shares(e / e.sum(axis=axis, keepdims=True))


def self_attention(X, Wq, Wk, Wv):
    weights = softmax((X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1]))
    return Results(out=np.asarray(weights) @ (X @ Wv), weights=weights)


def top_sources(A):
    return Results(sources=A.argmax(axis=1), weights=A.max(axis=1))


def row_focus(A):
    focus = A.max(axis=1)
    return Results(focus=focus, most_focused=focus.argmax(), most_diffuse=focus.argmin())


def nudge_positions(X, step=0.3):
    return X + step * np.arange(X.shape[1])[:, None]
