"""Fills the pipe of the replies: a huge length, empty frames, a frame of nested lists."""
import os


def _write(part, times):
    for n in range(3, 64):
        try:
            for _ in range(times):
                os.write(n, part)
        except OSError:
            pass


def softmax(x, axis=-1):
    _write(b"\xff\xff\x0f\0" + b"\0" * 65000, 999)


def top_sources(A):
    _write(b"\0\0\0\0" * 16000, 1)
    return A.argmax(1), A.max(1)


def row_focus(A):
    _write(b"\0\0\x3f\0" + b"\x91" * 65000, 999)
