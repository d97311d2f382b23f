"""Calls itself without end; returns nesting that is very deep, or endless."""


def softmax(x, axis=-1):
    return softmax(x, axis)  # Python 3.13.0 misses an endless call that leaves a default out


def self_attention(X, Wq, Wk, Wv):
    nested = []
    for _ in range(100000):
        nested = [nested]
    return nested, nested


def row_focus(A):
    endless = []
    endless.append(endless)
    return endless, endless, endless
