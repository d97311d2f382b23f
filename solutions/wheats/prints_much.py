"""Left as it was while the student looked for a mistake: every step is printed."""

import sys

import numpy as np

print("loading attention.py ...", np.__version__)


def softmax(x, axis=-1):
    print("softmax", np.shape(x), "axis", axis)
    print(x)
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    print("powers:", e, file=sys.stderr)
    return e / e.sum(axis=axis, keepdims=True)


def self_attention(X, Wq, Wk, Wv):
    for name, array in (("X", X), ("Wq", Wq), ("Wk", Wk), ("Wv", Wv)):
        print(f"{name} {array.shape} {array.dtype}\n{array}")
    weights = softmax((X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1]))
    print("weights", weights, "sums", weights.sum(-1), sep="\n", end="\n\n", flush=True)
    return weights @ (X @ Wv), weights


def top_sources(A):
    for i, row in enumerate(A):
        print(f"{i:>3} -> {row.argmax():>3}  ({row.max():.6f})  " + "#" * int(40 * row.max()))
    return A.argmax(axis=1), A.max(axis=1)


def row_focus(A):
    focus = A.max(axis=1)
    print("focus:", focus, "\N{RIGHTWARDS ARROW}", focus.argmax(), focus.argmin())
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    print("nudge", X.shape, step)
    print("X" * 3000)
    return X + step * np.arange(X.shape[1])[:, None]
