"""The grader's end of a worker: start it, call with a deadline, hear what it prints, end it.

A student's code can make the calls here raise `CallFailed` and nothing else. What is the
grader's own fault is a `RemoteFault`.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Mapping, Sequence

import numpy as np

from grader import values, wire
from grader.channel import Channel, RemoteFault, Warm
from grader.rubric import Limits

__all__ = ["CallFailed", "Remote", "RemoteFault", "Warm"]

END_SECONDS = 0.25  # for a worker that has hung up, to be gone
# Part of the memory cap above which a death is put down to it: not all that is bounded is resident.
NEAR_THE_CAP = 0.75


class CallFailed(Exception):
    """The student's code did not answer.

    `kind` is an outcome word; `type_name` names the exception ("" where there was none);
    `line` is the student's own; `during` is "import" or "call".
    """

    def __init__(self, kind: str, type_name: str, text: str, line: int | None, during: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.type_name = type_name
        self.text = text
        self.line = line
        self.during = during


class Remote:
    """One submission: its worker, what it printed, why its import failed if it did."""

    def __init__(
        self,
        warm: Warm,
        files: Mapping[str, bytes],
        main: str,
        questions: Sequence[str],
        limits: Limits,
    ) -> None:
        self.answers: dict[str, str] = {}
        self.notes: list[str] = []
        self.import_trouble: CallFailed | None = None
        self._warm = warm
        self._files = dict(files)
        self._main = main
        self._questions = list(questions)
        self._limits = limits
        self._patches: dict[str, str] = {}
        self._channel: Channel | None = None
        self._number = 0
        self._loaded = False
        self._printed = bytearray()
        self._room = limits.output_kib * 1024
        self._deaf = False

    def load(self, patches: Mapping[str, str] | None = None) -> None:
        """See to a worker that has imported the submission, with `patches` (name: source) in it.

        What the student is to blame for is kept in `import_trouble`. Raises RemoteFault.
        """
        wanted = dict(patches or {})
        if wanted != self._patches:
            self.stop()
            self._patches, self.import_trouble, self._loaded = wanted, None, False
        if self._channel is not None and not self._channel.quiet():
            self._end()
        if self._channel is not None or self.import_trouble is not None:
            return
        self._deaf = self._loaded  # a second import prints nothing new
        self._channel = self._warm.start(
            wire.Start(self._limits.memory_mib, math.ceil(self._limits.submission_seconds)),
            self._hear,
        )
        try:
            self._import()
        except CallFailed as trouble:
            self.stop()
            self.import_trouble = trouble
        self._loaded, self._deaf = True, False

    def call(
        self, name: str, args: Sequence[object], kwargs: Mapping[str, object], seconds: float
    ) -> object:
        """Call a function, and return its value as plain data.

        Arguments are scalars, strings, None and writable arrays; arrays that the call changed
        are changed in place. Raises CallFailed, and RemoteFault where the grader is to blame.
        """
        self.load(self._patches)
        if self.import_trouble is not None:
            raise self.import_trouble.with_traceback(None)  # it would grow with each call
        given = [*args, *kwargs.values()]
        sent = [_argument(value, name) for value in given]
        if sum(values.size(value) for value in sent) > values.MAX_BYTES:
            raise RemoteFault(f"a test calls {name} with more than {values.MAX_BYTES} bytes")
        request = wire.Call(
            name, sent[: len(args)], dict(zip(kwargs, sent[len(args) :], strict=True))
        )
        reply = self._ask(request, seconds, "call")
        if not isinstance(reply, wire.Returned):
            raise self._gibberish("call")
        for place, array in reply.changed.items():
            before = sent[place] if 0 <= place < len(sent) else None
            if not isinstance(before, values.Array) or not array.fits(before):
                raise self._gibberish("call")
            np.copyto(given[place], values.unpack(array))  # type: ignore[arg-type]
        return values.unpack(reply.value)

    def take_output(self) -> str:
        """What was printed since this was asked last."""
        if self._channel is not None:
            self._channel.drain()
        text = self._printed.decode("utf-8", "replace")
        self._printed.clear()
        return text

    def stop(self) -> None:
        """End the worker, if there is one, and return when it is gone. Raises RemoteFault."""
        if self._channel is not None:
            self._end()

    def _import(self) -> None:
        seconds = self._limits.import_seconds
        read = wire.Read(self._files, self._main, self._questions)
        reply = self._ask(read, seconds, "import")
        if isinstance(reply, wire.Refused):  # no student's code has run yet: this is true
            raise RemoteFault(f"the worker cannot be made safe: {reply.reason}")
        if not isinstance(reply, wire.Answers):
            raise self._gibberish("import")
        self.answers = {
            name: reply.answers[name] for name in self._questions if name in reply.answers
        }
        if not isinstance(self._ask(wire.Import(self._patches), seconds, "import"), wire.Imported):
            raise self._gibberish("import")

    def _ask(self, request: wire.Request, seconds: float, during: str) -> wire.Reply:
        """Exchange one request for its reply; a worker that fails to give one is ended."""
        assert self._channel is not None
        self._number += 1
        try:
            frame = wire.frame(self._number, request)
        except wire.WireError as error:
            if during == "call":
                raise RemoteFault(str(error)) from error
            text = f"the submission's files are too large together: {error}"
            raise CallFailed("failed", "", text, None, during) from None
        try:
            number, reply = wire.reply(self._channel.ask(frame, seconds))
        except TimeoutError:
            self._end()
            text = f"no answer after {round(seconds, 1):g} s"
            raise CallFailed("timed_out", "", text, None, during) from None
        except EOFError:
            raise self._death(during) from None
        except wire.WireError:
            raise self._gibberish(during) from None
        if number != self._number and not isinstance(reply, wire.Refused):
            raise self._gibberish(during)
        for note in getattr(reply, "tried", ()):
            if note not in self.notes and len(self.notes) < wire.MAX_NOTES:
                self.notes.append(note)
        if isinstance(reply, wire.Raised):
            raise CallFailed(reply.kind, reply.type_name, reply.text, reply.line, reply.during)
        return reply

    def _end(self, grace_seconds: float = 0.0) -> wire.Ended:
        assert self._channel is not None
        try:
            ended = self._warm.end(grace_seconds)
            self._channel.drain()
        finally:
            self._channel.close()
            self._channel = None
        return ended

    def _gibberish(self, during: str) -> CallFailed:
        self._end()
        text = "the program wrote into the pipe that carries its answers, which broke them"
        return CallFailed("failed", "", text, None, during)

    def _death(self, during: str) -> CallFailed:
        """Say what a worker that hung up died of."""
        ended = self._end(END_SECONDS)
        limits = self._limits
        near_the_cap = NEAR_THE_CAP * limits.memory_mib * 1024**2
        kind, type_name = "crashed", ""
        if ended.killed:
            kind, text = "failed", "the program closed the pipe that carries its answers"
        elif ended.signal == signal.SIGXCPU or ended.cpu_seconds >= limits.submission_seconds:
            kind, text = "timed_out", f"more than {limits.submission_seconds:g} s of computing"
        elif ended.signal == signal.SIGSYS:
            kind, text = "forbidden", "the program tried what graders do not allow"
        elif (ended.signal or ended.status) and ended.peak_bytes >= near_the_cap:
            kind, text = "out_of_memory", f"more than {limits.memory_mib} MiB of memory"
        elif ended.signal:
            text = f"the program crashed (signal {ended.signal}, {_signal_name(ended.signal)})"
        else:
            kind, type_name = "failed", "SystemExit"
            text = wire.ended_itself(ended.status)
        return CallFailed(kind, type_name, text, None, during)

    def _hear(self, part: bytes) -> None:
        if self._deaf:
            return
        if len(part) > self._room:
            part = part[: self._room]
            note = f"it printed more than {self._limits.output_kib} KiB; the rest was dropped"
            if note not in self.notes:
                self.notes.append(note)
        self._room -= len(part)
        self._printed += part


def _argument(value: object, name: str) -> values.One:
    packed = values.pack(value)
    if isinstance(packed, (values.Many, values.Unreadable)):
        raise RemoteFault(f"a test calls {name} with a {values.type_name(value)}: give an array")
    if isinstance(value, np.ndarray) and not value.flags.writeable:
        raise RemoteFault(f"a test calls {name} with a read-only array: give a copy")
    return packed


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return "no name"
