"""A softmax that works, for tests of self_attention where the student's own does not."""

from __future__ import annotations

from typing import Any


def softmax(x: Any, axis: int = -1) -> Any:
    """Stands alone: graders put this one function into a student's module."""
    import numpy as np

    x = np.asarray(x, dtype=float)
    powers = np.exp(x - x.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)
