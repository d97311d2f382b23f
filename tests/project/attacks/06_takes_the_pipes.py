"""Puts its own output, or the other pipe, where the pipes of the worker were, then hangs."""
import os
import time


def top_sources(A):
    for n in range(3, 64):
        try:
            os.dup2(1, n)
        except OSError:
            pass
    time.sleep(99)


def nudge_positions(X, step=0.3):
    for n in range(3, 64):
        try:
            os.dup2(n, 1)
        except OSError:
            pass
    print("\x01\0\0\0\x90" * 1000)
    return X
