"""Several results come as a named tuple."""

from collections import namedtuple
from typing import Any, NamedTuple

import numpy as np


class Attention(NamedTuple):
    out: Any
    weights: Any


Sources = namedtuple("Sources", "sources weights")
Focus = namedtuple("Focus", ["focus", "most_focused", "most_diffuse"])


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    weights = softmax((X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1]))
    return Attention(weights=weights, out=weights @ (X @ Wv))


def top_sources(A):
    return Sources(A.argmax(axis=1), A.max(axis=1))


def row_focus(A):
    focus = top_sources(A).weights
    return Focus(focus, most_diffuse=focus.argmin(), most_focused=focus.argmax())


def nudge_positions(X, step=0.3):
    return X + step * np.arange(X.shape[1])[:, None]
