"""The warm process, where numpy is loaded and nothing is secret, and the workers forked from it.

It has one worker at a time, ends it when told to or when its owner is gone, and says how.
"""

from __future__ import annotations

import builtins
import ctypes
import gc
import io
import itertools
import linecache
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

import msgspec
import numpy.random
import numpy.typing  # noqa: F401 (loaded once here rather than in each worker)

from grader import wire
from grader.worker import confinement
from grader.worker.confinement import OPEN_FILES, Confinement
from grader.worker.student import ALLOWED, Student

PR_SET_CHILD_SUBREAPER = 36
POLL_SECONDS = 0.0005
_orders = msgspec.msgpack.Decoder(wire.Order)
# What Python tells an audit hook, in words. A sentence ending in "the file" or "the folder" is
# completed with the path.
_SENTENCES = {
    "tried to open a network connection": "socket.__new__ socket.getaddrinfo socket.gethostbyname",
    "tried to start a program": "subprocess.Popen os.system os.exec os.posix_spawn pty.spawn",
    "tried to start a process": "os.fork os.forkpty",
    "tried to start a thread": "_thread.start_new_thread",
    "tried to send a signal": "os.kill os.killpg",
    "called C code through ctypes": "ctypes.dlsym",
    "tried to list the folder": "os.listdir os.scandir",
    "tried to read the file": "open",
    "tried to delete the file": "os.remove os.rmdir",
    "tried to make the file": "os.mkdir os.link os.symlink",
    "tried to change the file": "os.rename os.truncate os.chmod os.chown os.utime os.setxattr",
}
_WORDS = {event: words for words, events in _SENTENCES.items() for event in events.split()}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_LONGEST_PATH = 80


def main(*, confined: bool) -> None:
    """Take orders from the socket on descriptor 0 until it closes."""
    fence, lacking = prepared() if confined else (None, "")
    forget()
    if sys.platform == "linux":  # adopt what a worker leaves behind, so that it can be ended
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    gc.freeze()  # so that a worker's collector leaves alone, and does not copy, what it shares
    here, worker = os.getpid(), 0
    with socket.socket(fileno=0) as orders:
        while True:
            message, descriptors, _, _ = socket.recv_fds(orders, 4096, 3)
            if not message:
                break
            order: wire.Order = _orders.decode(message)
            answer: str | wire.Ended
            if isinstance(order, float):
                answer, worker = end(worker, order), 0
            else:
                answer = "the worker before is still there" if worker else lacking
                if not answer:
                    worker = os.fork()
                    if worker == 0:
                        run(descriptors, order, fence, here)
                for descriptor in descriptors:
                    os.close(descriptor)
            orders.sendall(msgspec.msgpack.encode(answer))
    if worker:
        end(worker, 0)


def forget() -> None:
    """Put the grader, and all else that a submission may not import, out of its way."""
    sys.path.remove(sys.argv[1])
    os.environ.clear()
    sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    for name in list(sys.modules):
        top = name.partition(".")[0]
        # Cython keeps what numpy's extension modules share under names of its own.
        if top not in ALLOWED and not top.startswith(("_cython_", "cython_runtime")):
            del sys.modules[name]


def prepared() -> tuple[Confinement | None, str]:
    """What confines workers, and why nothing can ("" where it does)."""
    try:
        lacking = confinement.floor()
        if lacking is not None:
            return None, lacking
        made = confinement.prepare(confinement.readable_paths())
        return made, proved(made)
    except OSError as error:
        return None, f"Submissions cannot be confined here: {error}"


def proved(made: Confinement) -> str:
    """Try, in a fork that is confined, what must fail. Return what did not, or nothing."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            made.apply()
            os.write(theirs, ", ".join(confinement.prove()).encode())
            os._exit(0)
        finally:
            os._exit(1)
    os.close(theirs)
    _, status = os.waitpid(child, 0)
    with os.fdopen(ours, encoding="utf-8") as pipe:
        open_to_it = pipe.read() or "its proof broke off" * bool(status)
    return f"Confinement does not hold here: {open_to_it}." if open_to_it else ""


def end(worker: int, grace_seconds: float) -> wire.Ended:
    """Let a worker end by itself for a moment, then kill it; return when it is gone."""
    until = time.monotonic() + grace_seconds
    killed = False
    while True:
        pid, status, used = os.wait4(worker, 0 if killed else os.WNOHANG)
        if pid and not os.WIFSTOPPED(status):  # a process that has itself traced can be stopped
            break
        if killed or time.monotonic() >= until:
            killed = True
            os.kill(worker, signal.SIGKILL)
        else:
            time.sleep(POLL_SECONDS)
    # What a worker that nothing confined has left behind: its session, and (Linux only) all.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(worker, signal.SIGKILL)
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    with suppress(OSError):
        while pids := children.read_text().split():
            for pid in map(int, pids):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
    return wire.Ended(
        code=os.waitstatus_to_exitcode(status),
        killed=killed,
        peak_bytes=used.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        cpu_seconds=used.ru_utime + used.ru_stime,
    )


def run(
    descriptors: Sequence[int], limits: tuple[int, int], fence: Confinement | None, warm: int
) -> NoReturn:
    """Be a worker until the grader hangs up: requests in, replies and what is printed out."""
    requests, replies, output = descriptors
    tried: list[str] = []
    unsafe = ""
    try:
        try:
            for source, target in ((1, 0), (output, 1), (output, 2)):
                os.dup2(source, target)  # 1 was os.devnull in the warm process
            kept = [requests, replies] + ([fence.ruleset] if fence else [])
            for low, high in itertools.pairwise([2, *sorted(kept), OPEN_FILES]):
                os.closerange(low + 1, high)
            confinement.hold(warm, *limits)
            if fence is not None:
                fence.apply()
                tried = watch()
                open_sink()
        except BaseException as error:
            unsafe = wire.clean(f"{type(error).__name__}: {error}")
        serve(requests, replies, tried, unsafe, confined=fence is not None)
    finally:  # whatever happens, this fork must not go on as the warm process
        os._exit(1)


def watch() -> list[str]:
    """Return notes that grow with what this process tries: plain ASCII, each once, 20 at most.

    Advice only: the kernel refuses it. Only what Python itself sees is told, and ordinary imports
    are left out. Call `readable_paths` in the warm process before.
    """
    expected, searched = tuple(confinement.readable_paths()), frozenset(sys.path)
    told: list[str] = []

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        words = _WORDS.get(event)
        if words is None or len(told) >= wire.MAX_NOTES:
            return
        if words.endswith((" file", " folder")):
            path = os.fsdecode(arguments[0]) if isinstance(arguments[0], bytes) else arguments[0]
            if not isinstance(path, str):
                return  # an open file, by number, or the current folder
            if event == "open" and arguments[2] & _WRITING:
                words = "tried to write the file"
            elif event in ("open", "os.listdir", "os.scandir") and (
                # Python looks for the source of an error, and its debugger for its settings.
                path in searched
                or path in linecache.cache
                or path.startswith(expected)
                or path.startswith("<")
                or path.endswith(".pdbrc")
            ):
                return
            words = f"{words} {ascii(path)[1:-1][:_LONGEST_PATH]}"
        if words not in told:
            told.append(words)

    sys.addaudithook(hook)
    return told


def open_sink() -> None:
    """Let `open` write to os.devnull: the kernel refuses its path, but 0 is the same device."""
    opened: Any = io.open

    def opening(file: Any, mode: str = "r", *rest: Any, **named: Any) -> Any:
        sink = str(file) == os.devnull and mode[:1] in ("w", "a")
        return opened(os.dup(0) if sink else file, mode, *rest, **named)

    builtins.open = io.open = opening


def serve(requests: int, replies: int, tried: list[str], unsafe: str, *, confined: bool) -> None:
    """Answer requests until the pipe closes; `tried` grows with what the student's code tries."""
    streams = (sys.stdout, sys.stderr)
    with os.fdopen(requests, "rb") as incoming, os.fdopen(replies, "wb") as outgoing:
        while head := incoming.read(4):
            number, request = wire.requests.decode(incoming.read(wire.body_length(head)))
            reply: wire.Reply
            if unsafe:
                reply = wire.Answers({}, unsafe)
            elif isinstance(request, wire.Read):
                student = Student(request, confined=confined)
                reply = student.answers()
            elif isinstance(request, wire.Import):
                reply = student.load(request.patches)
            else:
                reply = student.call(request)
            # Let what was printed go before the answer does, whatever became of the streams.
            for stream in (sys.stdout, sys.stderr, *streams):
                try:  # `suppress` takes ten times as long
                    stream.flush()
                except BaseException:
                    continue
            if not isinstance(reply, wire.Answers):
                reply.tried = tried
            send(outgoing, number, reply)


def send(outgoing: IO[bytes], number: int, reply: wire.Reply) -> None:
    """Write one reply."""
    outgoing.write(wire.frame(number, reply))
    outgoing.flush()
