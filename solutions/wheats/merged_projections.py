"""Queries and keys never exist: Wq and Wk are multiplied into one table first."""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis, keepdims=True))
    return e / np.sum(e, axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    who_meets_whom = Wq @ Wk.T  # (C, C)
    scores = X @ who_meets_whom @ X.transpose(0, 2, 1)
    weights = softmax(scores / np.sqrt(Wq.shape[1]))
    return (weights @ X) @ Wv, weights


def top_sources(A):
    sources = np.argmax(A, axis=-1)
    return sources, A[range(len(A)), sources]


def row_focus(A):
    _, focus = top_sources(A)
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    B, T, C = X.shape
    return X + step * np.outer(np.arange(T), np.ones(C))
