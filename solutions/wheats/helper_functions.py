"""The five are short; the work is done by helpers with names and signatures of their own."""

import numpy as np


def _top(x, axis):
    return np.max(x, axis=axis, keepdims=True)


def _share_out(parts, axis):
    return parts / np.sum(parts, axis=axis, keepdims=True)


def _project(X, *tables):
    return [X @ table for table in tables]


def _scores(queries, keys):
    return queries @ keys.swapaxes(-1, -2)


def _positions(X):
    return np.arange(X.shape[-2]).reshape(-1, 1)


def softmax(x, axis=-1):
    return _share_out(np.exp(x - _top(x, axis)), axis)


def self_attention(X, Wq, Wk, Wv):
    def scaled(scores, size):
        return scores / np.sqrt(size)

    Q, K, V = _project(X, Wq, Wk, Wv)
    weights = softmax(scaled(_scores(Q, K), Q.shape[-1]))
    return weights @ V, weights


def top_sources(A):
    return A.argmax(-1), _top(A, -1)[:, 0]


def row_focus(A):
    def place(find):
        return int(find(focus))

    focus = top_sources(A)[1]
    return focus, place(np.argmax), place(np.argmin)


def nudge_positions(X, step=0.3):
    return X + step * _positions(X)
