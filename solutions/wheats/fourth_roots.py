"""Queries and keys are each divided by the fourth root of hs."""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.amax(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    hs = Wq.shape[-1]
    scale = hs**-0.25
    Q = (X @ Wq) * scale
    K = (X @ Wk) * scale
    weights = softmax(Q @ np.swapaxes(K, 1, 2))
    return weights @ (X @ Wv), weights


def top_sources(A):
    return np.argmax(A, 1), np.max(A, 1)


def row_focus(A):
    focus = np.sqrt(np.max(A**2, axis=1))
    return focus, int(np.argmax(focus)), int(np.argmin(focus))


def nudge_positions(X, step=0.3):
    half = step / 2 * np.arange(X.shape[1])[None, :, None]
    return (X + half) + half
