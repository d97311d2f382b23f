"""Results are windows into larger arrays, turned round or spread without a copy."""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    desk = np.full((2, *x.shape), np.nan)
    mine = desk[1]
    mine[...] = np.exp(x - x.max(axis=axis, keepdims=True))
    mine /= mine.sum(axis=axis, keepdims=True)
    return mine


def self_attention(X, Wq, Wk, Wv):
    B, T, _ = X.shape
    hs = Wq.shape[1]
    QKV = X @ np.concatenate([Wq, Wk, Wv], axis=1)
    Q, K, V = np.split(QKV, 3, axis=-1)
    both = np.empty((B, T, hs + T))
    both[..., hs:] = softmax(K @ Q.swapaxes(1, 2) / np.sqrt(hs), axis=1).transpose(0, 2, 1)
    both[..., :hs] = both[..., hs:] @ V
    return both[..., :hs], both[..., hs:]


def top_sources(A):
    pair = np.stack([A.argmax(axis=1), A.max(axis=1)], axis=1)
    return tuple(pair.T)


def row_focus(A):
    ordered = np.sort(A, axis=1)
    focus = ordered[:, -1]
    places = focus.argsort()
    return focus, places[-1:].squeeze(), places[:1].squeeze()


def nudge_positions(X, step=0.3):
    swapped = X.swapaxes(0, 1) + step * np.arange(X.shape[1])[:, None, None]
    return swapped.swapaxes(0, 1)
