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
from pathlib import Path

import msgspec

from grader import wire

CHUNK = 65536  # what a pipe holds
START_SECONDS = 30.0  # for the warm process to load numpy, on a machine that is busy
# What Python's and numpy's own loaders need where it is set at all.
PASSED_THROUGH = ("OPENBLAS_CORETYPE", "LD_LIBRARY_PATH")
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
_BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); from grader.worker.warm import main; "
    "main(sys.argv[1], int(sys.argv[2]), sys.argv[3] == 'confined')"
)
OUT_OF_TURN = "the warm process answered out of turn"
_answers = msgspec.msgpack.Decoder(wire.Started | wire.Ended)


class RemoteFault(Exception):
    """The grader broke. Says nothing about the submission."""


class Warm:
    """A process with numpy loaded, from which one worker at a time is forked."""

    def __init__(self, *, confined: bool) -> None:
        self._confined = confined
        self._launch()

    def _launch(self) -> None:
        self._control, theirs = socket.socketpair()
        self._control.settimeout(START_SECONDS)
        folder = str(Path(__file__).resolve().parents[1])
        word = "confined" if self._confined else "unconfined"
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _BOOT, folder, str(theirs.fileno()), word],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                cwd="/",
                env={name: os.environ[name] for name in PASSED_THROUGH if name in os.environ}
                | dict.fromkeys(THREADS, "1")
                | {"LC_ALL": "C.UTF-8"},
                start_new_session=True,  # Ctrl+C is for the grader, which then ends this
            )

    def start(self, order: wire.Start, hear: Callable[[bytes], None]) -> Channel:
        """Fork a worker; what it prints goes to `hear`. Raises RemoteFault where there is none."""
        if self._process.poll() is not None:
            self.close()
            self._launch()
        # The worker's end of each, and ours: requests, replies, output.
        pipes = [os.pipe(), os.pipe()[::-1], os.pipe()[::-1]]
        channel = Channel([ours for _, ours in pipes], hear)
        theirs = [end for end, _ in pipes]
        try:
            message = msgspec.msgpack.encode(order)
            started = self._ask(lambda: socket.send_fds(self._control, [message], theirs))
            if not isinstance(started, wire.Started) or started.reason:
                raise RemoteFault(getattr(started, "reason", OUT_OF_TURN))
        except RemoteFault:
            channel.close()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        return channel

    def end(self, grace_seconds: float = 0.0) -> wire.Ended:
        """End the worker, and return when it is gone. Raises RemoteFault."""
        order = msgspec.msgpack.encode(wire.End(grace_seconds))
        ended = self._ask(lambda: self._control.sendall(order))
        if not isinstance(ended, wire.Ended):
            raise RemoteFault(OUT_OF_TURN)
        return ended

    def close(self) -> None:
        """End the process, and its worker with it."""
        self._control.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, send: Callable[[], object]) -> wire.Started | wire.Ended:
        try:
            send()
            answer = self._control.recv(4096)
        except OSError as error:
            self._process.kill()  # a late answer would be taken for that to a later question
            raise RemoteFault(f"the warm process does not answer: {error}") from error
        if not answer:
            raise RemoteFault("the warm process has ended; what it said of it is above")
        return _answers.decode(answer)


class Channel:
    """The grader's ends of three pipes; none can make it wait beyond a deadline."""

    def __init__(self, ends: Sequence[int], hear: Callable[[bytes], None]) -> None:
        """Take requests to write, replies and output to read; output goes to `hear`."""
        self._requests, self._replies, self._output = ends
        self._hear = hear
        self._received = bytearray()
        self._printing = True
        self._poll = select.poll()
        for descriptor in ends:
            os.set_blocking(descriptor, False)
        self._poll.register(self._replies, select.POLLIN)
        self._poll.register(self._output, select.POLLIN)

    def ask(self, frame: bytes, seconds: float) -> bytes:
        """Send a frame and return the body of the next one that comes; output goes to `hear`.

        Raises TimeoutError, EOFError where the worker has hung up, and WireError.
        """
        deadline = time.monotonic() + seconds
        rest = self._send(memoryview(frame))
        if rest:
            self._poll.register(self._requests, select.POLLOUT)
        while (body := self._body()) is None:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            for descriptor, _ in self._poll.poll(math.ceil(left * 1000)):
                if descriptor == self._output:
                    self.drain()
                elif descriptor == self._replies:
                    self._receive()
                else:
                    rest = self._send(rest)
                    if not rest:
                        self._poll.unregister(self._requests)
        self.drain()  # what was printed before the reply was sent is in the pipe by now
        return body

    def quiet(self) -> bool:
        """Whether the worker keeps its peace: alive, as far as we can hear, and nothing unasked."""
        heard = [descriptor for descriptor, _ in self._poll.poll(0)]
        return not self._received and self._replies not in heard

    def drain(self) -> None:
        """Hear what the output pipe holds, and no more: a thread could fill it for ever."""
        try:
            part = os.read(self._output, CHUNK)
        except BlockingIOError:
            return
        if part:
            self._hear(part)
        elif self._printing:
            self._printing = False
            self._poll.unregister(self._output)

    def close(self) -> None:
        """Close the pipes."""
        for descriptor in (self._requests, self._replies, self._output):
            os.close(descriptor)

    def _send(self, rest: memoryview) -> memoryview:
        try:
            return rest[os.write(self._requests, rest) :]
        except BlockingIOError:
            return rest
        except BrokenPipeError:
            raise EOFError from None

    def _receive(self) -> None:
        part = os.read(self._replies, CHUNK)
        if not part:
            raise EOFError
        self._received += part

    def _body(self) -> bytes | None:
        """Take the next frame off what was received, if it is complete."""
        if len(self._received) < 4:
            return None
        end = 4 + wire.body_length(self._received[:4])
        if len(self._received) < end:
            return None
        body = bytes(self._received[4:end])
        del self._received[:end]
        return body
