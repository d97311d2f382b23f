"""The definitions, one number at a time: where the hidden tests get what they expect."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def random(seed: int, *shape: int) -> Array:
    """Normal numbers, the same on every machine."""
    return np.random.default_rng(seed).normal(size=shape)


def shares(scores: Sequence[float] | Array) -> list[float]:
    """The shares of a row of scores; every quotient is taken for itself, so none overflows."""
    return [1 / math.fsum(math.exp(min(b - a, 700.0)) for b in scores) for a in scores]


def softmax(x: Array, axis: int = -1) -> Array:
    """`shares` along one axis."""
    return np.apply_along_axis(shares, axis, x)


def attention(X: Array, Wq: Array, Wk: Array, Wv: Array) -> dict[str, Array]:
    """Every query of every sequence against every key of the same sequence."""
    root = math.sqrt(Wq.shape[1])
    weights, out = [], []
    for x in X:
        rows = [shares([(q @ Wq) @ (k @ Wk) / root for k in x]) for q in x]
        values = [v @ Wv for v in x]
        mixed = [sum(w * v for w, v in zip(row, values, strict=True)) for row in rows]
        weights.append(rows)
        out.append(mixed)
    return {"out": np.array(out), "weights": np.array(weights)}


def largest(A: Array) -> tuple[list[int], list[float]]:
    """Where each row is largest, and how large."""
    rows = [row.tolist() for row in A]
    return [row.index(max(row)) for row in rows], [max(row) for row in rows]
