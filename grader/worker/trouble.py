"""An exception that left the student's code, as data that the grader can trust to be small."""

from __future__ import annotations

import errno
import linecache
from types import TracebackType
from typing import Literal

from grader import values, wire

_REFUSALS = (errno.EPERM, errno.EACCES)


def describe(
    error: BaseException, main: str, during: wire.During, function: str = "", *, confined: bool
) -> wire.Raised:
    """Say what an exception was and where it left the file `main`.

    `function` is the one that was called: a NotImplementedError that it raised itself means
    "not started". Never raises, whatever the student's own class does; the grader's clock bounds
    how long that takes.
    """
    try:
        return _described(error, main, during, function, confined)
    except BaseException:
        memory = issubclass(type(error), MemoryError)
        text = "an error that cannot be described"
        return wire.Raised("out_of_memory" if memory else "failed", "Exception", text, None, during)


def _described(
    error: BaseException, main: str, during: wire.During, function: str, confined: bool
) -> wire.Raised:
    inner = _innermost(error.__traceback__, main)
    line: int | None = inner.tb_lineno if inner else None
    if isinstance(error, SyntaxError) and error.filename == main:
        line = error.lineno
    raised_by = inner.tb_frame.f_code.co_name if inner else ""
    if isinstance(error, MemoryError):
        return wire.Raised("out_of_memory", "MemoryError", values.clean(str(error)), line, during)
    if isinstance(error, SystemExit):
        return wire.Raised("failed", "SystemExit", _early_exit(error), line, during)
    kind: Literal["failed", "not_started", "forbidden"] = "failed"
    if isinstance(error, NotImplementedError) and during == "call" and raised_by == function:
        kind = "not_started"
    elif confined and isinstance(error, OSError) and error.errno in _REFUSALS:
        kind = "forbidden"
    return wire.Raised(kind, values.type_name(error), _explained(error, main, line), line, during)


def _innermost(trace: TracebackType | None, main: str) -> TracebackType | None:
    found = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == main:
            found = trace
        trace = trace.tb_next
    return found


def _early_exit(error: SystemExit) -> str:
    code = error.code
    return wire.ended_itself(0 if code is None else code & 255 if isinstance(code, int) else 1)


def _explained(error: BaseException, main: str, line: int | None) -> str:
    text = values.clean(str(error))
    if isinstance(error, SyntaxError) and error.filename == main and line:
        source = linecache.getline(main, line).strip()
        return values.clean(f"{error.msg} ({main}, line {line}): {source}")
    if isinstance(error, ModuleNotFoundError):
        return values.clean(
            f"{text}: graders have numpy, Python's standard library and the files of the "
            "exercise, nothing else. Take that import out, or put it between try: and "
            "except ImportError:"
        )
    if isinstance(error, EOFError) and text == "EOF when reading a line":
        return "input() waits for a keyboard, and graders have none: take input() out"
    return text
