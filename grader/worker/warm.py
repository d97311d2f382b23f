"""The warm process: numpy is loaded, nothing secret is here, and workers are forked from it.

It has one worker at a time, ends it when told to or when its owner is gone, and says how.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import numpy.random
import numpy.typing  # noqa: F401 (loaded once here rather than in each worker)

from grader import wire
from grader.worker import confinement, serve
from grader.worker.confinement import Confinement
from grader.worker.student import ALLOWED

PR_SET_CHILD_SUBREAPER = 36
POLL_SECONDS = 0.0005
_orders = msgspec.msgpack.Decoder(wire.Start | wire.End)


def main(folder: str, control: int, confined: bool) -> None:
    """Take orders from the socket `control` until it closes. `folder` holds the grader."""
    fence, lacking = prepared() if confined else (None, "")
    forget(folder)
    adopt_orphans()
    gc.freeze()  # so that a worker's collector leaves alone, and does not copy, what it shares
    # A low number, so that a worker's sweep over its descriptors is sure to close it.
    low = os.dup(control)
    os.close(control)
    with socket.socket(fileno=low) as orders:
        worker = 0
        while True:
            message, descriptors, _, _ = socket.recv_fds(orders, 4096, 3)
            if not message:
                break
            order = _orders.decode(message)
            answer: wire.Started | wire.Ended
            if isinstance(order, wire.Start):
                busy = "the worker before is still there" if worker else ""
                answer = started = start(order, descriptors, fence, lacking or busy)
                worker = started.pid or worker
            else:
                answer, worker = end(worker, order.grace_seconds), 0
            orders.sendall(msgspec.msgpack.encode(answer))
        if worker:
            end(worker, 0)


def forget(folder: str) -> None:
    """Put the grader, and all else that a submission may not import, out of its way."""
    sys.path.remove(folder)
    sys.meta_path[:] = [
        finder for finder in sys.meta_path if finder.__module__.startswith("_frozen_importlib")
    ]
    for name in list(sys.modules):
        top = name.partition(".")[0]
        # Cython keeps what numpy's extension modules share under names of its own.
        if top not in ALLOWED and not top.startswith(("_cython_", "cython_runtime")):
            del sys.modules[name]


def adopt_orphans() -> None:
    """Become the parent of what a worker leaves behind (Linux only), so that it can be ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def prepared() -> tuple[Confinement | None, str]:
    """What confines workers, or why nothing can."""
    try:
        lacking = confinement.floor()
        if lacking is None:
            made = confinement.prepare(confinement.readable_paths())
            return made, proved(made)
    except (OSError, KeyError, ImportError) as error:
        lacking = f"Submissions cannot be confined here: {error}"
    return None, lacking


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
        open_to_it = pipe.read()
    if status or open_to_it:
        return f"Confinement does not hold here: {open_to_it or 'its proof broke off'}."
    return ""


def start(
    order: wire.Start, descriptors: Sequence[int], fence: Confinement | None, lacking: str
) -> wire.Started:
    """Fork a worker, unless something is `lacking` for it."""
    worker, reason = 0, lacking
    try:
        if not lacking:
            worker = os.fork()
            if worker == 0:
                serve.run(descriptors, order, fence)
    except OSError as error:
        reason = f"no process can be started: {error}"
    for descriptor in descriptors:
        os.close(descriptor)
    return wire.Started(worker, reason)


def end(worker: int, grace_seconds: float) -> wire.Ended:
    """Let a worker end by itself for a moment, then kill it; return when it is gone."""
    until = time.monotonic() + grace_seconds
    killed = False
    while True:
        pid, status, used = os.wait4(worker, 0 if killed else os.WNOHANG)
        if pid and not os.WIFSTOPPED(status):  # a process that has itself traced can be stopped
            break
        if not killed and time.monotonic() >= until:
            killed = True
            kill(worker)
        elif not killed:
            time.sleep(POLL_SECONDS)
    end_orphans()
    return wire.Ended(
        status=os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0,
        signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
        killed=killed,
        peak_bytes=used.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        cpu_seconds=used.ru_utime + used.ru_stime,
    )


def kill(worker: int) -> None:
    """End a worker, and what it started in its session, at once."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(worker, signal.SIGKILL)
    os.kill(worker, signal.SIGKILL)


def end_orphans() -> None:
    """End what a worker that nothing confined has left behind (Linux only)."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    with suppress(OSError):
        while pids := children.read_text().split():
            for pid in map(int, pids):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
