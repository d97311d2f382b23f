"""The total of the powers is folded up with np.logaddexp.reduce; no shift is ever written."""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    return np.exp(x - np.logaddexp.reduce(x, axis=axis, keepdims=True))


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    weights = softmax(Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[2]))
    return weights @ V, weights


def top_sources(A):
    return A.argmax(axis=1), np.maximum.reduce(A, axis=1)


def row_focus(A):
    focus = np.maximum.reduce(A, axis=1)
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    shift = np.add.accumulate(np.full(X.shape[1], step)) - step
    return X + shift[:, np.newaxis]
