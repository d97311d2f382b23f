"""Python loops over single numbers; numpy only counts axes and lifts the answer out."""

import math

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    result = np.zeros(x.shape)
    axis = axis % x.ndim
    others = x.shape[:axis] + x.shape[axis + 1 :]
    for place in np.ndindex(*others):
        largest = -math.inf
        for k in range(x.shape[axis]):
            value = x[place[:axis] + (k,) + place[axis:]]
            if value > largest:
                largest = value
        total = 0.0
        for k in range(x.shape[axis]):
            total += math.exp(x[place[:axis] + (k,) + place[axis:]] - largest)
        for k in range(x.shape[axis]):
            here = place[:axis] + (k,) + place[axis:]
            result[here] = math.exp(x[here] - largest) / total
    return result


def project(x, W):
    T, C, hs = len(x), len(W), len(W[0])
    table = [[0.0] * hs for _ in range(T)]
    for t in range(T):
        for h in range(hs):
            for c in range(C):
                table[t][h] += float(x[t][c]) * float(W[c][h])
    return table


def self_attention(X, Wq, Wk, Wv):
    B, T, C = X.shape
    hs = Wq.shape[1]
    out = np.zeros((B, T, hs))
    weights = np.zeros((B, T, T))
    for b in range(B):
        Q, K, V = project(X[b], Wq), project(X[b], Wk), project(X[b], Wv)
        for i in range(T):
            scores = []
            for j in range(T):
                dot = 0.0
                for h in range(hs):
                    dot += Q[i][h] * K[j][h]
                scores.append(dot / math.sqrt(hs))
            weights[b, i] = softmax(scores)
            for j in range(T):
                for h in range(hs):
                    out[b, i, h] += weights[b, i, j] * V[j][h]
    return out, weights


def top_sources(A):
    sources, weights = [], []
    for row in A:
        best = 0
        for j in range(1, len(row)):
            if row[j] > row[best]:
                best = j
        sources.append(best)
        weights.append(row[best])
    return np.array(sources), np.array(weights)


def row_focus(A):
    focus = top_sources(A)[1]
    most = least = 0
    for i in range(len(focus)):
        if focus[i] > focus[most]:
            most = i
        if focus[i] < focus[least]:
            least = i
    return focus, most, least


def nudge_positions(X, step=0.3):
    result = np.zeros(X.shape)
    for b in range(X.shape[0]):
        for t in range(X.shape[1]):
            for c in range(X.shape[2]):
                result[b, t, c] = X[b, t, c] + step * t
    return result
