"""Results are arrays of the student's own kind, and of numpy's old matrix and masked kinds."""

import numpy as np


class Named(np.ndarray):
    """An array that knows what it is called."""

    def __new__(cls, array, name):
        made = np.asarray(array).view(cls)
        made.name = name
        return made

    def __array_finalize__(self, other):
        self.name = getattr(other, "name", "")

    def __repr__(self):
        return f"<{self.name}>"


def softmax(x, axis=-1):
    e = np.exp(np.ma.asarray(x) - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = Named(X @ Wq, "Q"), Named(X @ Wk, "K"), Named(X @ Wv, "V")
    weights = Named(softmax(Q @ K.swapaxes(1, 2) / np.sqrt(Wq.shape[1])), "weights")
    return Named(weights @ V, "out"), weights


def top_sources(A):
    M = np.asmatrix(A)
    return M.argmax(axis=1).A1, M.max(axis=1).A1


def row_focus(A):
    focus = np.asmatrix(A).max(axis=1)
    return Named(focus.A1, "focus"), focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    return Named(X + step * np.arange(X.shape[1])[:, None], "nudged")
