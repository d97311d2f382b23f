"""What must earn everything, by whatever road, and what must earn next to nothing."""

# A constant answer ignores what it is given.
# ruff: noqa: ARG001, ARG005

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from solutions.reference import nudge_positions, row_focus, self_attention, softmax, top_sources
from tests.project.variants import FUNCTIONS, Functions, attends, top


def random_shares(*shape: int) -> Any:
    return softmax(np.random.default_rng(0).normal(size=shape))


def uniform(*shape: int) -> Any:
    return np.full(shape, 1 / shape[-1])


def mixes(weights: Callable[..., Any]) -> Callable[..., Any]:
    """An attention whose weights have nothing to do with its input."""

    def variant(X: Any, Wq: Any, Wk: Any, Wv: Any) -> Any:
        w = weights(len(X), X.shape[1], X.shape[1])
        return w @ X @ Wv, w

    return variant


# What pays nothing for being there: answers made without a look at the values.
ANSWERS: dict[str, Functions] = {
    "zeros": {
        "softmax": lambda x, axis=-1: x * 0,
        "self_attention": mixes(lambda *shape: np.zeros(shape)),
        "top_sources": lambda A: (A[0] * 0, A[0] * 0),
        "row_focus": lambda A: (A[0] * 0, 0, 0),
        "nudge_positions": lambda X, step=0.3: X * 0,
    },
    "uniform weights": {
        "softmax": lambda x, axis=-1: x * 0 + 1 / x.shape[axis],
        "self_attention": mixes(uniform),
        "top_sources": lambda A: (np.arange(len(A)), uniform(len(A))),
        "row_focus": lambda A: (uniform(len(A)), len(A) - 1, len(A) - 1),
        "nudge_positions": lambda X, step=0.3: X * 0 + step,
    },
    "unchanged input": {
        "softmax": lambda x, axis=-1: x,
        "self_attention": lambda X, Wq, Wk, Wv: (X, X),
        "top_sources": lambda A: (A, A),
        "row_focus": lambda A: (A, A, A),
        "nudge_positions": lambda X, step=0.3: X,
    },
    "random shares": {
        "softmax": lambda x, axis=-1: random_shares(*x.shape),
        "self_attention": mixes(random_shares),
        "top_sources": lambda A: top_sources(random_shares(*A.shape)),
        "row_focus": lambda A: row_focus(random_shares(*A.shape)),
        "nudge_positions": lambda X, step=0.3: random_shares(*X.shape),
    },
}


def if_small(small: Callable[[Any], bool], right: Callable[..., Any]) -> Callable[..., Any]:
    """Right for what a worksheet prints, zeros of the right shapes for all else."""

    def variant(*args: Any, **options: Any) -> Any:
        result = right(*args, **options)
        if small(args[0]):
            return result
        return (
            [np.zeros(np.shape(part)) for part in result]
            if isinstance(result, tuple)
            else result * 0
        )

    return variant


WORKSHEET: Functions = {
    "softmax": if_small(lambda x: x.size <= 9, softmax),
    "self_attention": if_small(lambda X: X.shape[0] * X.shape[1] <= 3, self_attention),
    "top_sources": if_small(lambda A: len(A) <= 3, top_sources),
    "row_focus": if_small(lambda A: len(A) <= 3, row_focus),
    "nudge_positions": if_small(lambda X: X.shape[1] <= 3, nudge_positions),
}


class Pair(NamedTuple):
    """A named tuple of two."""

    first: Any
    second: Any


def every(result: Any, turn: Callable[[Any], Any]) -> Any:
    return type(result)(map(turn, result)) if isinstance(result, tuple) else turn(result)


def read_only(value: Any) -> Any:
    array = np.array(value, order="F")
    array.setflags(write=False)
    return array


def returns(turn: Callable[[Any], Any]) -> Functions:
    """The right functions, with `turn` applied to each of their results."""

    def wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **options: every(function(*args, **options), turn)

    return {name: wrapped(function) for name, function in FUNCTIONS.items()}


def like(part: Any) -> tuple[int, ...]:
    return np.shape(part) or (1,)


# The same for functions that have no line in `ANSWERS`.
ALIKE: dict[str, Functions] = {
    "zeros": returns(lambda part: np.zeros(like(part))),
    "uniform weights": returns(lambda part: uniform(*like(part))),
    "unchanged input": dict.fromkeys(FUNCTIONS, lambda *args, **_: args[0]),
    "random shares": returns(lambda part: random_shares(*like(part))),
}
CONSTANT = {name: ALIKE[name] | own for name, own in ANSWERS.items()}


def in_float32(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **options: function(*(arg.astype(np.float32) for arg in args), **options)


RIGHT: dict[str, Functions] = {
    "as they are": FUNCTIONS,
    "float32 inside": {name: in_float32(function) for name, function in FUNCTIONS.items()},
    "float32 at the end": returns(lambda part: np.asarray(part, dtype=np.float32)),
    "lists": returns(lambda part: np.asarray(part).tolist()),
    "read-only, Fortran order": returns(read_only),
    "indices as arrays of one": returns(lambda part: np.reshape(part, np.shape(part) or (1,))),
    "indices as floats": returns(lambda part: np.asarray(part, dtype=float)),
    "named tuples and lists of results": FUNCTIONS
    | {
        "self_attention": lambda *args: list(self_attention(*args)),
        "top_sources": lambda A: Pair(*top_sources(A)),
    },
    "the last of equal weights": FUNCTIONS
    | {
        "top_sources": lambda A: (len(A) - 1 - A[:, ::-1].argmax(axis=1), A.max(axis=1)),
        "row_focus": lambda A: (A.max(1), len(A) - 1 - A.max(1)[::-1].argmax(), A.max(1).argmin()),
    },
    "+1e-6 in the sum": FUNCTIONS
    | {
        "softmax": lambda x, axis=-1: (
            np.exp(x - top(x, axis))
            / (np.exp(x - top(x, axis)).sum(axis=axis, keepdims=True) + 1e-6)
        )
    },
    "a constant added to all scores": FUNCTIONS
    | {"self_attention": attends(lambda Q, K: Q @ K.swapaxes(1, 2) + 7)},
    "the root on both sides": FUNCTIONS
    | {
        "self_attention": attends(
            lambda Q, K: (Q / Q.shape[-1] ** 0.25) @ (K / K.shape[-1] ** 0.25).swapaxes(1, 2),
            scale=lambda B, T, C, hs: 1,
        )
    },
}
