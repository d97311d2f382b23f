"""Functions take more than they must, with defaults, stars and annotations."""

from __future__ import annotations

from typing import Callable, Optional

import numpy as np


def softmax(x: "np.ndarray", axis: int = -1, *, temperature: float = 1.0, **ignored) -> np.ndarray:
    e = np.exp((x - np.max(x, axis=axis, keepdims=True)) / temperature)
    return e / e.sum(axis=axis, keepdims=True)


def self_attention(
    X, Wq, Wk, Wv, mask: Optional[np.ndarray] = None, weigh: Callable = softmax, scale=None
):
    scale = 1 / np.sqrt(Wq.shape[1]) if scale is None else scale
    scores = scale * (X @ Wq) @ (X @ Wk).swapaxes(1, 2)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = weigh(scores, axis=2)
    return weights @ (X @ Wv), weights


def top_sources(A, /, *more, k: int = 1):
    order = np.argsort(-A, axis=1, kind="stable")[:, :k]
    return order[:, 0], np.take_along_axis(A, order, 1)[:, 0]


def row_focus(A, axis: int = 1):
    focus = A.max(axis=axis)
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step: float = 0.3, start: int = 0):
    return X + step * np.arange(start, start + X.shape[1])[:, None]
