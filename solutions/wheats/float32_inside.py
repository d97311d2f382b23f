"""Everything is computed in float32, as on a graphics card."""

import numpy as np

f32 = np.float32


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=f32)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    X, Wq, Wk, Wv = (np.asarray(array, dtype=f32) for array in (X, Wq, Wk, Wv))
    scores = (X @ Wq) @ (X @ Wk).transpose(0, 2, 1) / np.sqrt(f32(Wq.shape[1]))
    weights = softmax(scores)
    return weights @ (X @ Wv), weights


def top_sources(A):
    A = A.astype(f32)
    return A.argmax(axis=1), A.max(axis=1)


def row_focus(A):
    focus = A.astype(f32).max(axis=1)
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    return X.astype(f32) + f32(step) * np.arange(X.shape[1], dtype=f32)[:, None]
