"""The root of hs is taken off Wq before anything else, on a copy."""

import numpy as np


def softmax(x, axis=-1):
    x = np.array(x, dtype=np.float64)
    x -= x.max(axis=axis, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=axis, keepdims=True)
    return x


def self_attention(X, Wq, Wk, Wv):
    Wq = Wq / np.sqrt(Wq.shape[1])
    Q, K, V = (X @ W for W in (Wq, Wk, Wv))
    weights = softmax(np.matmul(Q, K.transpose((0, 2, 1))))
    return np.matmul(weights, V), weights


def top_sources(A):
    weights = A.max(axis=1)
    return (A == weights[:, None]).argmax(axis=1), weights


def row_focus(A):
    focus = A.max(axis=1)
    return [focus, focus.argmax(), focus.argmin()]


def nudge_positions(X, step=0.3):
    X = X.astype(float)
    X += step * np.arange(X.shape[1]).reshape(-1, 1)
    return X
