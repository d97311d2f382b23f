"""The grader's end of a worker: start it, call with a deadline, hear what it prints, end it.

A student's code can make the calls here raise `CallFailed` and nothing else. What is the
grader's own fault is a `RemoteFault`.
"""

from __future__ import annotations

import math
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from grader import wire
from grader.channel import Channel, RemoteFault, Warm
from grader.rubric import Limits

__all__ = ["CallFailed", "Remote", "RemoteFault", "Warm"]

END_SECONDS = 0.25  # for a worker that has hung up, to be gone
# Part of the memory cap above which a death is put down to it: not all that is bounded is resident.
NEAR_THE_CAP = 0.75
MOST_LINES = 999
_Reply = TypeVar("_Reply", wire.Answers, wire.Returned)


@dataclass(eq=False)
class CallFailed(Exception):
    """The student's code did not answer."""

    kind: str  # an outcome word
    type_name: str  # of the exception, "" where there was none
    text: str
    line: int | None  # the student's own
    during: str  # "import" or "call"

    def __str__(self) -> str:
        return self.text


@dataclass
class Remote:
    """One submission: its worker, what it printed, why its import failed if it did."""

    warm: Warm
    files: Mapping[str, bytes]
    main: str
    questions: Sequence[str]
    limits: Limits
    answers: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    import_trouble: CallFailed | None = None

    def __post_init__(self) -> None:
        self._patches: dict[str, str] | None = None  # as in the last import
        self._channel: Channel | None = None
        self._number = 0
        self._printed = bytearray()
        self._room = self.limits.output_kib * 1024
        # The line of an error is told to students, so it must not carry a number of any length.
        self._lines = min(self.files.get(self.main, b"").count(b"\n") + 1, MOST_LINES)

    @property
    def alive(self) -> bool:
        """Whether there is a worker, as far as we can hear, and it says nothing unasked."""
        return self._channel is not None and self._channel.quiet()

    def load(self, patches: Mapping[str, str] | None = None) -> None:
        """See to a worker that has imported the submission, with `patches` (name: source) in it.

        Without them, those of the last import. What the student is to blame for is kept in
        `import_trouble`. Raises RemoteFault.
        """
        wanted = dict((self._patches or {}) if patches is None else patches)
        again = wanted == self._patches
        if not (again and self.alive):
            self.stop()
        if self._channel is not None or (again and self.import_trouble is not None):
            return
        self.import_trouble = None
        printed, room, limits = len(self._printed), self._room, self.limits
        bounds = limits.memory_mib, math.ceil(limits.submission_seconds)
        self._channel = self.warm.start(bounds, self._hear)
        try:
            asked = [] if self.answers else list(self.questions)
            read = wire.Read(dict(self.files), self.main, asked)
            told = self._ask(read, wire.Answers, limits.import_seconds, "import")
            if told.unsafe:  # no student's code has run yet: this is true
                self.stop()
                raise RemoteFault(f"the worker cannot be made safe: {told.unsafe}")
            self.answers = self.answers or told.answers
            self._ask(wire.Import(wanted), wire.Returned, limits.import_seconds, "import")
        except CallFailed as trouble:
            self.stop()
            self.import_trouble = trouble
        self._patches = wanted
        if again:  # a second import prints nothing new
            del self._printed[printed:]
            self._room = room

    def call(
        self, name: str, args: Sequence[object], kwargs: Mapping[str, object], seconds: float
    ) -> object:
        """Call a function of the worker that `load` has seen to; return its value as plain data.

        Arguments are scalars, strings, None and writable arrays; arrays that the call changed
        are changed in place. Raises CallFailed, and RemoteFault where the grader is to blame.
        """
        if self.import_trouble is not None:
            raise self.import_trouble.with_traceback(None)  # it would grow with each call
        if not self.alive:
            text = "the program ended itself between two calls"
            raise CallFailed("failed", "", text, None, "call")
        given = [*args, *kwargs.values()]
        sent = [_argument(value, name) for value in given]
        if sum(map(wire.size, sent)) > wire.MAX_BYTES:
            raise RemoteFault(f"a test calls {name} with more than {wire.MAX_BYTES} bytes")
        keywords = dict(zip(kwargs, sent[len(args) :], strict=True))
        request = wire.Call(name, sent[: len(args)], keywords)
        reply = self._ask(request, wire.Returned, seconds, "call")
        for place, array in reply.changed.items():
            if not 0 <= place < len(sent) or not array.fits(sent[place]):
                raise self._gibberish("call")
            np.copyto(given[place], wire.unpack(array))  # type: ignore[arg-type]
        return wire.unpack(reply.value)

    def take_output(self) -> str:
        """What was printed since this was asked last."""
        if self._channel is not None:
            self._channel.drain()
        text, self._printed = self._printed.decode("utf-8", "replace"), bytearray()
        return text

    def stop(self, grace_seconds: float = 0.0) -> wire.Ended | None:
        """End the worker, if there is one, and say how it ended. Raises RemoteFault."""
        channel, self._channel = self._channel, None
        return self.warm.end(channel, grace_seconds) if channel is not None else None

    def _ask(
        self, request: wire.Request, wanted: type[_Reply], seconds: float, during: wire.During
    ) -> _Reply:
        """Exchange one request for its reply; a worker that fails to give one is ended."""
        assert self._channel is not None
        self._number += 1
        try:
            frame = wire.frame(self._number, request)
        except wire.WireError as error:  # arguments are bounded before
            text = f"the submission's files are too large together: {error}"
            raise CallFailed("failed", "", text, None, during) from None
        try:
            number, reply = wire.reply(self._channel.ask(frame, seconds))
            if number != self._number or not isinstance(reply, (wanted, wire.Raised)):
                raise wire.WireError("out of turn")
        except TimeoutError:
            self.stop()
            text = f"no answer after {round(seconds, 1):g} s"
            raise CallFailed("timed_out", "", text, None, during) from None
        except (EOFError, BrokenPipeError):
            raise CallFailed(*self._death(), None, during) from None
        except wire.WireError:
            raise self._gibberish(during) from None
        if isinstance(reply, (wire.Returned, wire.Raised)):
            new = [note for note in reply.tried if note not in self.notes]
            self.notes += new[: max(0, wire.MAX_NOTES - len(self.notes))]
        if isinstance(reply, wire.Raised):
            line = reply.line if reply.line and reply.line <= self._lines else None
            raise CallFailed(reply.kind, reply.type_name, reply.text, line, reply.during)
        return reply

    def _gibberish(self, during: str) -> CallFailed:
        self.stop()
        text = "the program wrote into the pipe that carries its answers, which broke them"
        return CallFailed("failed", "", text, None, during)

    def _death(self) -> tuple[str, str, str]:
        """Say what a worker that hung up died of: kind, type_name, text."""
        ended, limits = self.stop(END_SECONDS), self.limits
        assert ended is not None
        if ended.killed:
            return "failed", "", "the program closed the pipe that carries its answers"
        if ended.code == -signal.SIGXCPU or ended.cpu_seconds >= limits.submission_seconds:
            return "timed_out", "", f"more than {limits.submission_seconds:g} s of computing"
        if ended.code == -signal.SIGSYS:
            return "forbidden", "", "the program tried what graders do not allow"
        if ended.code and ended.peak_bytes >= NEAR_THE_CAP * limits.memory_mib * 1024**2:
            return "out_of_memory", "", f"more than {limits.memory_mib} MiB of memory"
        if ended.code >= 0:
            return "failed", "SystemExit", wire.ended_itself(ended.code)
        names = {-member: member.name for member in signal.Signals}
        name = names.get(ended.code, "no name")  # a real-time signal has none
        return "crashed", "", f"the program crashed (signal {-ended.code}, {name})"

    def _hear(self, part: bytes) -> None:
        note = f"it printed more than {self.limits.output_kib} KiB; the rest was dropped"
        if len(part) > self._room and note not in self.notes:
            self.notes.append(note)
        self._printed += part[: self._room]
        self._room -= len(part[: self._room])


def _argument(value: object, name: str) -> wire.One:
    packed = wire.pack(value)
    if isinstance(packed, (wire.Many, wire.Unreadable)):
        raise RemoteFault(f"a test calls {name} with a {wire.type_name(value)}: give an array")
    if isinstance(value, np.ndarray) and not value.flags.writeable:
        raise RemoteFault(f"a test calls {name} with a read-only array: give a copy")
    return packed
