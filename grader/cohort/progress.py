"""How far the grading has come: one line, rewritten in place on a terminal, silent elsewhere."""

from __future__ import annotations

import os
import time
from contextlib import AbstractContextManager
from typing import TextIO

EVERY_SECONDS = 0.2


class Progress(AbstractContextManager["Progress"]):
    """Counts submissions. What was graded before sets no pace for what is still to come."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total, self._stream = total, stream
        self._shown = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._start = time.monotonic()
        self._next = 0.0

    def show(self, done: int, graded: int) -> None:
        """Say that `done` submissions are done, of which `graded` were graded just now."""
        now = time.monotonic()
        if self._shown and now >= self._next:
            self._next = now + EVERY_SECONDS
            self._stream.write(f"\r{line(done, self._total, graded, now - self._start):<79}")
            self._stream.flush()

    def __exit__(self, *_: object) -> None:
        """Wipe the line."""
        if self._shown:
            self._stream.write(f"\r{'':79}\r")
            self._stream.flush()


def line(done: int, total: int, graded: int, seconds: float) -> str:
    """Done, of how many, how fast, and how long it will take."""
    text = f"  {done} of {total} submissions"
    if not graded or seconds <= 0:
        return text
    left = round((total - done) * seconds / graded)
    minutes = f"{left // 60} min " if left >= 60 else ""
    return f"{text}   {graded / seconds:.1f} a second   {minutes}{left % 60} s left"
