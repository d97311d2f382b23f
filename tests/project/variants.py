"""Functions functions, one for each mistake.

The numbers are those of the catalogue of misconceptions: A softmax, B self_attention, C the rest.
"""

# A wrong function may ignore what it is given.
# ruff: noqa: ARG005

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solutions import reference
from solutions.reference import nudge_positions, row_focus, self_attention, softmax, top_sources
from tests.project.points import RUBRIC

Functions = dict[str, Callable[..., Any]]
FUNCTIONS: Functions = {one.function: getattr(reference, one.function) for one in RUBRIC.exercises}


def shifted(shift: Callable[[Any, int], Any]) -> Callable[..., Any]:
    """A softmax that takes `shift(x, axis)` off its scores first."""

    def variant(x: Any, axis: int = -1) -> Any:
        e = np.exp(x - shift(x, axis))
        return e / e.sum(axis=axis, keepdims=True)

    return variant


def top(x: Any, axis: int) -> Any:
    return x.max(axis=axis, keepdims=True)


def no_keepdims(x: Any, axis: int = -1) -> Any:
    e = np.exp(x - top(x, axis))
    return e / e.sum(axis=axis)


def equal_where_infinite(x: Any, axis: int = -1) -> Any:
    e = np.exp(x)
    big = np.isinf(e).any(axis=axis, keepdims=True)
    e = np.where(big, np.isinf(e), e)
    return e / e.sum(axis=axis, keepdims=True)


def same_type_as_x(x: Any, axis: int = -1) -> Any:
    out = np.empty_like(x)
    out[...] = softmax(x, axis)
    return out


def overwrites_x(x: Any, axis: int = -1) -> Any:
    x -= top(x, axis)
    return softmax(x, axis)


def one_hot(x: Any, axis: int = -1) -> Any:
    return (x == top(x, axis)) * 1.0


SOFTMAX: Functions = {
    "A1 one sum over the whole array": lambda x, axis=-1: (
        np.exp(x - x.max()) / np.exp(x - x.max()).sum()
    ),
    "A2 columns, whatever the axis": lambda x, axis=-1: softmax(x, 0),
    "A2 columns by default": lambda x, axis=0: softmax(x, axis),
    "A3 forgets keepdims": no_keepdims,
    "A4 divides inside exp": lambda x, axis=-1: np.exp(x / np.exp(x).sum(axis, keepdims=True)),
    "A5 no shift": shifted(lambda x, axis: 0),
    "A6 shift by the max of everything": shifted(lambda x, axis: x.max()),
    "A7 shift by max(0, max)": shifted(lambda x, axis: np.maximum(0, top(x, axis))),
    "A9 shift by the min": shifted(lambda x, axis: x.min(axis=axis, keepdims=True)),
    "A9 shift by the mean": shifted(lambda x, axis: x.mean(axis=axis, keepdims=True)),
    "A10 divides by the max": lambda x, axis=-1: softmax(x / top(x, axis), axis),
    "A12 max taken off after exp": lambda x, axis=-1: (
        (np.exp(x) - top(x, axis)) / np.exp(x).sum(axis=axis, keepdims=True)
    ),
    "A14 clips": lambda x, axis=-1: softmax(np.clip(x, -500, 500), axis),
    "A15 infinite scores share equally": equal_where_infinite,
    "A15 nan_to_num": lambda x, axis=-1: np.nan_to_num(shifted(lambda x, axis: 0)(x, axis)),
    "A16 no exp": lambda x, axis=-1: x / x.sum(axis=axis, keepdims=True),
    "A18 sigmoid": lambda x, axis=-1: 1 / (1 + np.exp(-x)),
    "A19 twice": lambda x, axis=-1: softmax(softmax(x, axis), axis),
    "A20 log": lambda x, axis=-1: np.log(softmax(x, axis)),
    "A21 sign": lambda x, axis=-1: softmax(-x, axis),
    "A23 one-hot": one_hot,
    "A24 result has the type of x": same_type_as_x,
    "A25 overwrites x": overwrites_x,
    "A26 ignores the axis": lambda x, axis=-1: softmax(x, -1),
    "A26 always axis 1": lambda x, axis=-1: softmax(x, 1),
    "A26 always the last axis but one": lambda x, axis=-1: softmax(x, -2),
    "A27 an axis of length 1": lambda x, axis=-1: softmax(x[..., None], -1)[..., 0],
    "rounds": lambda x, axis=-1: softmax(x, axis).round(4),
    "absolute value": lambda x, axis=-1: softmax(np.abs(x), axis),
    "base 2": lambda x, axis=-1: softmax(x * np.log(2), axis),
}


def attends(
    scores: Callable[..., Any] = lambda Q, K: Q @ K.swapaxes(1, 2),
    scale: Callable[..., Any] = lambda B, T, C, hs: np.sqrt(hs),
    weigh: Callable[..., Any] = softmax,
    mix: Callable[..., Any] = lambda w, V: w @ V,
) -> Callable[..., Any]:
    """An attention with one part replaced."""

    def variant(X: Any, Wq: Any, Wk: Any, Wv: Any) -> Any:
        size = scale(*X.shape, Wq.shape[1])
        weights = weigh(scores(X @ Wq, X @ Wk) / size)
        return mix(weights, X @ Wv), weights

    return variant


def changes(function: Callable[..., Any], which: int) -> Callable[..., Any]:
    """The right results, and one of the inputs set to zero."""

    def variant(*args: Any, **options: Any) -> Any:
        result = function(*args, **options)
        args[which][...] = 0
        return result

    return variant


def causal(scores: Any) -> Any:
    return softmax(np.where(np.tri(scores.shape[1], dtype=bool), scores, -np.inf))


def over_everything(scores: Any) -> Any:
    e = np.exp(scores - scores.max())
    return e / e.sum()


ATTENTION: Functions = {
    "B1 no scaling": attends(scale=lambda B, T, C, hs: 1),
    "B2 divides by hs": attends(scale=lambda B, T, C, hs: hs),
    "B3 root of C": attends(scale=lambda B, T, C, hs: np.sqrt(C)),
    "B3 root of T": attends(scale=lambda B, T, C, hs: np.sqrt(T)),
    "B3 root of B": attends(scale=lambda B, T, C, hs: np.sqrt(B)),
    "B3 root of two heads": attends(scale=lambda B, T, C, hs: np.sqrt(2)),
    "B3 root of a sixteenth size": attends(scale=lambda B, T, C, hs: 4),
    "B4 multiplies by the root": attends(scale=lambda B, T, C, hs: 1 / np.sqrt(hs)),
    "B6 no transpose": attends(lambda Q, K: Q @ K),
    "B7 K.T on a batch": attends(lambda Q, K: Q @ K.T),
    "B8 reshape for transpose": attends(lambda Q, K: Q @ K.reshape(len(K), K.shape[2], -1)),
    "B9 * for @": attends(lambda Q, K: Q * K),
    "B10 softmax over queries": attends(weigh=lambda s: softmax(s, 1)),
    "B11 softmax over the batch": attends(weigh=lambda s: softmax(s, 0)),
    "B11 softmax over everything": attends(weigh=over_everything),
    "B12 K Q^T": attends(lambda Q, K: K @ Q.swapaxes(1, 2)),
    "B13 Q Q^T": attends(lambda Q, K: Q @ Q.swapaxes(1, 2)),
    "B13 K K^T": attends(lambda Q, K: K @ K.swapaxes(1, 2)),
    "B15 no projections": lambda X, Wq, Wk, Wv: attends()(
        X, np.eye(X.shape[2]), np.eye(X.shape[2]), Wv
    ),
    "B15 no value projection": lambda X, Wq, Wk, Wv: (
        self_attention(X, Wq, Wk, Wv)[1] @ X,
        self_attention(X, Wq, Wk, Wv)[1],
    ),
    "B16 W X": lambda X, Wq, Wk, Wv: self_attention(Wq @ X, Wk, Wk, Wv),
    "B16 W.T": lambda X, Wq, Wk, Wv: self_attention(X, Wq.T, Wk.T, Wv.T),
    "B17 weights.T @ V": attends(mix=lambda w, V: w.swapaxes(1, 2) @ V),
    "B17 V.T @ weights": attends(mix=lambda w, V: V.swapaxes(1, 2) @ w),
    "B20 mean of V": attends(mix=lambda w, V: np.repeat(V.mean(1, keepdims=True), V.shape[1], 1)),
    "B21 raw scores": attends(weigh=lambda s: s),
    "B21 raw scores in the output": attends(mix=lambda w, V: np.log(w + 1e-300) @ V),
    "B23 weights first": lambda *args: self_attention(*args)[::-1],
    "B24 keys of the first sequence": attends(lambda Q, K: Q @ K[0].T),
    "B25 causal mask": attends(weigh=causal),
    "no softmax shift": attends(weigh=shifted(lambda x, axis: 0)),
    "symmetric": attends(weigh=lambda s: (softmax(s) + softmax(s).swapaxes(1, 2)) / 2),
    "output only": lambda *args: self_attention(*args)[0],
    "weights only": lambda *args: self_attention(*args)[1],
    "first sequence only": lambda X, *W: [part[0] for part in self_attention(X, *W)],
    "changes X": changes(self_attention, 0),
    "changes Wv": changes(self_attention, 3),
}


def no_self(A: Any) -> Any:
    others = A - np.eye(len(A))
    return others.argmax(axis=1), others.max(axis=1)


def entropy(A: Any) -> Any:
    return -(A * np.log(A + 1e-12)).sum(axis=1)


def focus_by(measure: Callable[[Any], Any]) -> Callable[..., Any]:
    """A row_focus whose positions go by another measure than the maximum."""
    return lambda A: (A.max(axis=1), measure(A).argmax(), measure(A).argmin())


SOURCES: Functions = {
    "C1 reads columns": lambda A: top_sources(A.T),
    "C1 weights of columns": lambda A: (A.argmax(axis=1), A.max(axis=0)),
    "C5 not itself": no_self,
    "C7 diagonal": lambda A: (np.arange(len(A)), np.diag(A)),
    "least": lambda A: (A.argmin(axis=1), A.min(axis=1)),
    "weights first": lambda A: top_sources(A)[::-1],
    "sources only": lambda A: A.argmax(axis=1),
    "one array of two rows": lambda A: np.array([A.argmax(axis=1), A.max(axis=1)]),
    "counts from 1": lambda A: (A.argmax(axis=1) + 1, A.max(axis=1)),
    "counts from the end": lambda A: (A.argmax(axis=1) - len(A), A.max(axis=1)),
    "largest of all": lambda A: (np.full(len(A), A.argmax() % len(A)), np.full(len(A), A.max())),
    "one-hot sources": lambda A: (A.max(axis=1, keepdims=True) == A, A.max(axis=1)),
    "keeps an axis": lambda A: (A.argmax(axis=1)[:, None], A.max(axis=1)[:, None]),
    "changes A": changes(top_sources, 0),
}
FOCUS: Functions = {
    "C1 reads columns": lambda A: row_focus(A.T),
    "C7 diagonal": lambda A: (np.diag(A), np.diag(A).argmax(), np.diag(A).argmin()),
    "C9 swapped": lambda A: (A.max(axis=1), A.max(axis=1).argmin(), A.max(axis=1).argmax()),
    "C9 by entropy": focus_by(lambda A: -entropy(A)),
    "C9 by std": focus_by(lambda A: A.std(axis=1)),
    "C9 entropy as focus": lambda A: (entropy(A), entropy(A).argmin(), entropy(A).argmax()),
    "by the key of the largest weight": lambda A: (
        A.max(axis=1),
        A.max(axis=0).argmax(),
        A.max(axis=0).argmin(),
    ),
    "position in the flat matrix": lambda A: (A.max(axis=1), A.argmax(), A.argmin()),
    "the focus instead of the position": lambda A: (A.max(1), A.max(1).max(), A.max(1).min()),
    "focus only": lambda A: A.max(axis=1),
    "two results": lambda A: row_focus(A)[:2],
    "positions first": lambda A: row_focus(A)[::-1],
    "mean": lambda A: (A.mean(axis=1), *row_focus(A)[1:]),
    "largest without itself": lambda A: row_focus(A - np.eye(len(A))),
    "True for a position": lambda A: (A.max(axis=1), A.max(axis=1) == A.max(), True),
    "changes A": changes(row_focus, 0),
}


def adds(shift: Callable[..., Any]) -> Callable[..., Any]:
    """A nudge by `shift(X, step, places)`, with the places along T, ready to be added."""

    def variant(X: Any, step: float = 0.3) -> Any:
        return X + shift(X, step, np.arange(X.shape[1])[:, None])

    return variant


def nudges_x_itself(X: Any, step: float = 0.3) -> Any:
    X += step * np.arange(X.shape[1])[:, None]
    return X


def same_type_as_big_x(X: Any, step: float = 0.3) -> Any:
    return nudge_positions(X, step).astype(X.dtype)


NUDGES: Functions = {
    "C13 along the batch": adds(lambda X, step, t: step * np.arange(len(X))[:, None, None]),
    "C14 along the channels": adds(lambda X, step, t: step * np.arange(X.shape[2])),
    "C14 arange(T) along the channels": adds(lambda X, step, t: step * t[:, 0]),
    "C16 counts from 1": adds(lambda X, step, t: step * (t + 1)),
    "C16 ignores step": adds(lambda X, step, t: 0.3 * t),
    "C16 multiplies": lambda X, step=0.3: X * (1 + step * np.arange(X.shape[1])[:, None]),
    "C16 running sum": adds(lambda X, step, t: step * np.cumsum(t)[:, None]),
    "C16 first channel only": adds(lambda X, step, t: step * t * (np.arange(X.shape[2]) == 0)),
    "C16 overwrites X": nudges_x_itself,
    "changes X": changes(nudge_positions, 0),
    "one step for all": adds(lambda X, step, t: step),
    "another default": lambda X, step=0.5: nudge_positions(X, step),
    "position alone": lambda X, step=0.3: nudge_positions(X * 0, step),
    "takes the step off": adds(lambda X, step, t: -step * t),
    "shares of the length": adds(lambda X, step, t: step * t / max(1, X.shape[1] - 1)),
    "backwards": adds(lambda X, step, t: step * t[::-1]),
    "result has the type of X": same_type_as_big_x,
    "first sequence only": lambda X, step=0.3: nudge_positions(X, step)[0],
    "no return": lambda X, step=0.3: None,
}

WRONG = {
    "softmax": SOFTMAX,
    "self_attention": ATTENTION,
    "top_sources": SOURCES,
    "row_focus": FOCUS,
    "nudge_positions": NUDGES,
}
