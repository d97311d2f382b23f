"""The warm process, from which workers are forked, and the pipes to a worker."""

from __future__ import annotations

import math
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import msgspec

from grader import wire

CHUNK = 65536  # what a pipe holds
START_SECONDS = 30.0  # for the warm process to load numpy, on a machine that is busy
# What Python's and numpy's own loaders need where it is set at all.
PASSED_THROUGH = ("OPENBLAS_CORETYPE", "LD_LIBRARY_PATH")
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
_BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); from grader.worker.warm import main; "
    "main(confined=sys.argv[2] == 'confined')"
)


class RemoteFault(Exception):
    """The grader broke. Says nothing about the submission."""


class Warm(AbstractContextManager["Warm"]):
    """A process with numpy loaded, from which one worker at a time is forked."""

    def __init__(self, *, confined: bool) -> None:
        self._word = "confined" if confined else "unconfined"
        self._launch()

    def _launch(self) -> None:
        self._control, theirs = socket.socketpair()
        self._control.settimeout(START_SECONDS)
        folder = str(Path(__file__).resolve().parents[1])
        kept = {name: os.environ[name] for name in PASSED_THROUGH if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-B", "-c", _BOOT, folder, self._word],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd="/",
                env=kept | dict.fromkeys(THREADS, "1") | {"LC_ALL": "C.UTF-8"},
                start_new_session=True,  # Ctrl+C is for the grader, which then ends this
            )

    def start(self, limits: tuple[int, int], hear: Callable[[bytes], None]) -> Channel:
        """Fork a worker within limits (MiB, seconds); it prints to `hear`. Raises RemoteFault."""
        if self._process.poll() is not None:
            self.close()
            self._launch()
        # The worker's end of each, and ours: requests, replies, output.
        pipes = [os.pipe(), os.pipe()[::-1], os.pipe()[::-1]]
        channel = Channel([ours for _, ours in pipes], hear)
        theirs = [end for end, _ in pipes]
        try:
            if lacking := self._ask(limits, str, theirs):
                raise RemoteFault(lacking)
        except RemoteFault:
            channel.close()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        return channel

    def end(self, channel: Channel, grace_seconds: float) -> wire.Ended:
        """End the worker, and return when it is gone and heard out. Raises RemoteFault."""
        try:
            ended: wire.Ended = self._ask(grace_seconds, wire.Ended, ())
            channel.drain()
            return ended
        finally:
            channel.close()

    def close(self) -> None:
        """End the process, and its worker with it."""
        self._control.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        self._process.kill()  # if it is still there
        self._process.wait()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, order: wire.Order, answer: Any, descriptors: Sequence[int]) -> Any:
        try:
            socket.send_fds(self._control, [msgspec.msgpack.encode(order)], descriptors)
            return msgspec.msgpack.decode(self._control.recv(4096), type=answer)
        except (OSError, msgspec.MsgspecError) as error:
            self._process.kill()  # a late answer would be taken for that to a later question
            text = "the warm process does not answer; if it has ended, what it said is above"
            raise RemoteFault(f"{text}: {error}") from error


class Channel:
    """The grader's ends of three pipes; none can make it wait beyond a deadline."""

    def __init__(self, ends: Sequence[int], hear: Callable[[bytes], None]) -> None:
        """Take requests to write, replies and output to read; output goes to `hear`."""
        self._requests, self._replies, self._output = self._ends = ends
        self._hear = hear
        self._received = bytearray()
        # The kernel looks at these in their order: where it sees a reply, it also sees what was
        # printed before that was sent.
        self._poll = select.poll()
        for descriptor in ends:
            os.set_blocking(descriptor, False)
        self._poll.register(self._replies, select.POLLIN)
        self._poll.register(self._output, select.POLLIN)

    def ask(self, frame: bytes, seconds: float) -> bytes:
        """Send a frame and return the body of the next one that comes; output goes to `hear`.

        Raises TimeoutError, WireError, and EOFError or BrokenPipeError where the worker hung up.
        """
        deadline = time.monotonic() + seconds
        rest = self._written(memoryview(frame))
        if rest:
            self._poll.register(self._requests, select.POLLOUT)
        while len(self._received) < (end := 4 + wire.body_length(self._received[:4])):
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            for descriptor, _ in self._poll.poll(math.ceil(left * 1000)):
                if descriptor == self._output:
                    self.drain()
                elif descriptor == self._requests:
                    rest = self._written(rest)
                    if not rest:
                        self._poll.unregister(self._requests)
                else:
                    with suppress(BlockingIOError):  # a worker that reopens its end can be faster
                        if not (part := os.read(self._replies, CHUNK)):
                            raise EOFError
                        self._received += part
        body = bytes(self._received[4:end])
        del self._received[:end]
        return body

    def _written(self, frame: memoryview) -> memoryview:
        """Write what the pipe takes, and return the rest."""
        try:
            return frame[os.write(self._requests, frame) :]
        except BlockingIOError:
            return frame

    def quiet(self) -> bool:
        """Whether the worker keeps its peace: alive, as far as we can hear, and nothing unasked."""
        heard = [descriptor for descriptor, _ in self._poll.poll(0)]
        return not self._received and self._replies not in heard

    def drain(self) -> None:
        """Hear what the output pipe holds, and no more: a thread could fill it for ever."""
        with suppress(BlockingIOError, KeyError):
            if part := os.read(self._output, CHUNK):
                self._hear(part)
            else:
                self._poll.unregister(self._output)  # KeyError if it is by now

    def close(self) -> None:
        """Close the pipes."""
        for descriptor in self._ends:
            os.close(descriptor)
