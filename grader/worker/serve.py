"""The worker after the fork: what it gives up, and how it answers requests."""

from __future__ import annotations

import ctypes
import itertools
import os
import resource
import signal
import sys
from collections.abc import Sequence
from typing import IO, NoReturn

import msgspec

from grader import values, wire
from grader.worker.confinement import Confinement
from grader.worker.student import Student
from grader.worker.watch import watch

OPEN_FILES = 64
PR_SET_PDEATHSIG = 1


def run(descriptors: Sequence[int], start: wire.Start, confinement: Confinement | None) -> NoReturn:
    """Be a worker until the grader hangs up: requests in, replies and what is printed out."""
    requests, replies, output = descriptors
    tried: list[str] = []
    try:
        try:
            keep_only([requests, replies] + ([confinement.ruleset] if confinement else []), output)
            end_with_parent()
            set_limits(start)
            streams = forget_surroundings()
            if confinement is not None:
                confinement.apply()
                watch(tried.append)
        except BaseException as error:
            send(replies, 0, wire.Refused(values.clean(f"{type(error).__name__}: {error}")))
        else:
            serve(requests, replies, streams, tried, confined=confinement is not None)
    finally:  # whatever happens, this fork must not go on as the warm process
        os._exit(1)


def keep_only(kept: Sequence[int], output: int) -> None:
    """Close all descriptors but these; nothing to read on 0, `output` on 1 and 2."""
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    for low, high in itertools.pairwise([2, *sorted(kept), OPEN_FILES]):
        os.closerange(low + 1, high)


def end_with_parent() -> None:
    """Start a session of its own, and (Linux) die when the warm process dies."""
    parent = os.getppid()
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def set_limits(start: wire.Start) -> None:
    """Bound memory, processor time and open files; no core dumps, no files written."""
    try:
        _limit(resource.RLIMIT_AS, start.memory_mib * 1024**2)
    except (ValueError, OSError):
        if sys.platform != "darwin":  # which has no such bound to set
            raise
    # First SIGXCPU, which says why; a second later SIGKILL, which cannot be ignored.
    _limit(resource.RLIMIT_CPU, start.cpu_seconds, spare=1)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, 0)  # pipes are not files


def _limit(which: int, most: int, spare: int = 0) -> None:
    _, hard = resource.getrlimit(which)
    if hard == resource.RLIM_INFINITY or hard > most + spare:
        hard = most + spare
    resource.setrlimit(which, (min(most, hard), hard))


def forget_surroundings() -> Sequence[IO[str]]:
    """Empty the environment and build the standard streams anew. Returns output and error."""
    os.environ.clear()
    sys.dont_write_bytecode = True
    source, output, error = (
        os.fdopen(fd, mode, 1, encoding="utf-8", errors="backslashreplace", closefd=False)
        for fd, mode in ((0, "r"), (1, "w"), (2, "w"))
    )
    for prefix, suffix in (("", ""), ("__", "__")):
        setattr(sys, f"{prefix}stdin{suffix}", source)
        setattr(sys, f"{prefix}stdout{suffix}", output)
        setattr(sys, f"{prefix}stderr{suffix}", error)
    return output, error


def serve(
    requests: int,
    replies: int,
    streams: Sequence[IO[str]],
    tried: list[str],
    *,
    confined: bool,
) -> None:
    """Answer requests until the pipe closes; `tried` grows with what the student's code tries."""
    student: Student | None = None
    while True:
        number, request = wire.request(_receive(requests, wire.body_length(_receive(requests, 4))))
        if isinstance(request, wire.Read):
            student = Student(request, confined=confined)
        assert student is not None
        reply = answer(student, request)
        flush(streams)
        if tried and not isinstance(reply, (wire.Answers, wire.Refused)):
            reply = msgspec.structs.replace(reply, tried=[*tried])
            tried.clear()
        send(replies, number, reply)


def answer(student: Student, request: wire.Request) -> wire.Reply:
    """Do what is asked."""
    if isinstance(request, wire.Read):
        return student.answers()
    if isinstance(request, wire.Import):
        return student.load(request.patches)
    return student.call(request)


def flush(streams: Sequence[IO[str]]) -> None:
    """Let what was printed go before the answer does, whatever became of the streams."""
    for stream in (sys.stdout, sys.stderr, *streams):
        try:
            stream.flush()
        except BaseException:  # closed, replaced by a student's object, or out of memory
            continue


def send(replies: int, number: int, message: wire.Reply) -> None:
    """Write one reply."""
    rest = memoryview(wire.frame(number, message))
    while rest:
        rest = rest[os.write(replies, rest) :]


def _receive(requests: int, length: int) -> bytes:
    parts = bytearray()
    while len(parts) < length:
        part = os.read(requests, length - len(parts))
        if not part:
            os._exit(0)
        parts += part
    return bytes(parts)
