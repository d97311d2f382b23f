"""A softmax that works, for tests of self_attention where the student's own does not."""


def softmax(x: object, axis: int = -1) -> object:
    """Stand alone: graders put this one function into a student's module."""
    import numpy as np

    scores = np.asarray(x, dtype=float)
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)
