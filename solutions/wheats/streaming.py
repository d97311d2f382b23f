"""Attention key by key with a running maximum and total, never a whole row of scores."""

import numpy as np


def softmax(x, axis=-1):
    scores = np.moveaxis(np.asarray(x, dtype=float), axis, 0)
    top, total = scores[0].copy(), np.ones(scores.shape[1:])
    for score in scores[1:]:
        higher = np.maximum(top, score)
        total = total * np.exp(top - higher) + np.exp(score - higher)
        top = higher
    return np.moveaxis(np.exp(scores - top) / total, 0, axis)


def self_attention(X, Wq, Wk, Wv):
    B, T, _ = X.shape
    Q, K, V = X @ Wq / np.sqrt(Wq.shape[1]), X @ Wk, X @ Wv
    top = np.full((B, T, 1), -np.inf)
    total, mixed = np.zeros((B, T, 1)), np.zeros(V.shape)
    for j in range(T):
        score = (Q * K[:, j : j + 1]).sum(axis=2, keepdims=True)
        higher = np.maximum(top, score)
        old, new = np.exp(top - higher), np.exp(score - higher)
        total, mixed, top = total * old + new, mixed * old + new * V[:, j : j + 1], higher
    return mixed / total, softmax(Q @ K.swapaxes(1, 2))


def top_sources(A):
    places, weights = np.zeros(len(A), dtype=int), A[:, 0].copy()
    for j in range(1, len(A)):
        more = A[:, j] > weights
        places[more], weights[more] = j, A[more, j]
    return places, weights


def row_focus(A):
    focus = top_sources(A)[1]
    return focus, focus.argmax(), focus.argmin()


def nudge_positions(X, step=0.3):
    moved, shift = [], 0.0
    for t in range(X.shape[1]):
        moved.append(X[:, t] + shift)
        shift = shift + step
    return np.stack(moved, axis=1)
