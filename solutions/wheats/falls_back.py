"""Tries faster packages first, and does without them where they are not installed."""

import numpy as np

try:
    from scipy.special import softmax as _softmax
except ImportError:
    _softmax = None

try:
    import torch
except ModuleNotFoundError:
    torch = None


def softmax(x, axis=-1):
    if _softmax is not None:
        return _softmax(np.asarray(x, dtype=float), axis=axis)
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    weights = softmax((X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1]))
    return weights @ (X @ Wv), weights


def top_sources(A):
    return A.argmax(axis=1), A.max(axis=1)


def row_focus(A):
    focus = A.max(axis=1)
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    try:
        return X + step * torch.arange(X.shape[1])[:, None].numpy()
    except AttributeError:
        return X + step * np.arange(X.shape[1])[:, None]
