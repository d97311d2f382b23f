"""Every product is an einsum, the sum of a softmax and the nudge too."""

import numpy as np


def softmax(x, axis=-1):
    scores = np.moveaxis(np.asarray(x, float), axis, -1)
    e = np.exp(scores - scores.max(-1)[..., None])
    return np.moveaxis(np.einsum("...k,...->...k", e, 1 / np.einsum("...k->...", e)), -1, axis)


def self_attention(X, Wq, Wk, Wv):
    scores = np.einsum("bic,ch,bjd,dh->bij", X, Wq, X, Wk, optimize=True) * Wq.shape[1] ** -0.5
    weights = softmax(scores)
    return np.einsum("bij,bjc,ch->bih", weights, X, Wv, optimize=True), weights


def top_sources(A):
    best = A.argmax(1)
    return best, np.einsum("ij,ij->i", A, np.eye(len(A))[best])


def row_focus(A):
    focus = top_sources(A)[1]
    return focus, np.argmax(focus), np.argmin(focus)


def nudge_positions(X, step=0.3):
    ones = np.ones(X.shape)
    return X + step * np.einsum("t,btc->btc", np.arange(X.shape[1]), ones)
