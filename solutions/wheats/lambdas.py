"""No def at all: five names for five lambdas."""

import numpy as np

softmax = lambda x, axis=-1: (lambda e: e / e.sum(axis=axis, keepdims=True))(
    np.exp(x - np.max(x, axis=axis, keepdims=True))
)

self_attention = lambda X, Wq, Wk, Wv: (
    (weights := softmax((X @ Wq) @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1]))) is None
    or (weights @ (X @ Wv), weights)
)

top_sources = lambda A: (A.argmax(1), A.max(1))
row_focus = lambda A: (lambda focus: (focus, focus.argmax(), focus.argmin()))(A.max(1))
nudge_positions = lambda X, step=0.3: X + step * np.arange(X.shape[1])[:, None]
