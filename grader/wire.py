"""Messages and frames between the grader and the worker that runs a student's code.

Only plain data crosses, never pickle. Each end decodes into the types below, with a cap on
everything, so that hostile bytes end in a `WireError` and in nothing else. A frame is a
little-endian u32 length and then msgpack: the number of the request and one message.
"""

from __future__ import annotations

import struct
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grader.values import Array, Message, One, Text, Value

During = Literal["import", "call"]
MAX_NOTES = 20  # on what a submission tried
MAX_FRAME = 4 * 1024 * 1024  # bytes: what a call is given or returns fits twice
MAX_ANSWER = 4000  # characters of an answer to a question
_LENGTH = struct.Struct("<I")


class WireError(Exception):
    """What came over the wire, or should go over it, is not what the two ends agreed on."""


# Requests, from the grader to the worker, and what each is answered with.

Tried = Annotated[list[Text], Meta(max_length=MAX_NOTES)]


class Read(Message):
    """Take the sources (path: bytes); answer questions from `main` without running it: Answers."""

    sources: dict[str, bytes]
    main: str
    questions: list[str]


class Import(Message):
    """Import `main`, then put in these functions (name: source): Imported or Raised."""

    patches: dict[str, str]


class Call(Message):
    """Call one function: Returned or Raised."""

    function: str
    args: list[One]
    kwargs: dict[str, One]


class Answers(Message):
    """Strings that the main file assigns to the names asked for."""

    answers: dict[str, Annotated[str, Meta(max_length=MAX_ANSWER)]]


class Imported(Message):
    """The module is there. `tried`, here and below, is what was refused: advice only."""

    tried: Tried = msgspec.field(default_factory=list)


class Returned(Message):
    """A value, and the arguments that the call changed: their place, counting args then kwargs."""

    value: Value
    changed: dict[int, Array]
    tried: Tried = msgspec.field(default_factory=list)


class Raised(Message):
    """An exception that left the student's code."""

    kind: Literal["failed", "not_started", "out_of_memory", "forbidden"]
    type_name: Text
    text: Text
    line: Annotated[int, Meta(ge=1)] | None
    during: During
    tried: Tried = msgspec.field(default_factory=list)


class Refused(Message):
    """The worker could not be made safe, so it runs nothing."""

    reason: Text


# The control channel, between the grader and the warm process.


class Start(Message):
    """Fork a worker; three descriptors come along: its requests, its replies, its output."""

    memory_mib: int
    cpu_seconds: int


class Started(Message):
    """The worker's process id, or why there is none."""

    pid: int
    reason: str = ""


class End(Message):
    """Wait so long for the worker to end by itself, then kill it."""

    grace_seconds: float


class Ended(Message):
    """How the worker ended: exit status or signal, whether it was killed for us, what it used."""

    status: int
    signal: int
    killed: bool
    peak_bytes: int
    cpu_seconds: float


Request = Read | Import | Call
Reply = Answers | Imported | Returned | Raised | Refused
_encoder = msgspec.msgpack.Encoder()
_requests = msgspec.msgpack.Decoder(tuple[int, Request])
_replies = msgspec.msgpack.Decoder(tuple[int, Reply])


def frame(number: int, message: Request | Reply) -> bytes:
    """Encode one message. Raises WireError where it is too large or holds no plain data."""
    try:
        body = _encoder.encode((number, message))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise WireError(f"cannot be sent: {error}") from None
    if len(body) > MAX_FRAME:
        raise WireError(f"{len(body)} bytes in one frame: {MAX_FRAME} are allowed")
    return _LENGTH.pack(len(body)) + body


def body_length(head: bytes | bytearray) -> int:
    """How long the body is that follows these four bytes. Raises WireError above the cap."""
    (length,) = _LENGTH.unpack(head)
    if length > MAX_FRAME:
        raise WireError(f"a frame of {length} bytes: {MAX_FRAME} are allowed")
    return int(length)


def request(body: bytes) -> tuple[int, Request]:
    """Decode a request's body. Raises WireError."""
    decoded: tuple[int, Request] = _decoded(_requests, body)
    return decoded


def reply(body: bytes) -> tuple[int, Reply]:
    """Decode a reply's body. Raises WireError."""
    decoded: tuple[int, Reply] = _decoded(_replies, body)
    return decoded


def _decoded(decoder: msgspec.msgpack.Decoder[Any], body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except Exception as error:  # the codec has several kinds, RecursionError among them
        raise WireError(f"cannot be read: {error}") from None


def ended_itself(status: int) -> str:
    """The sentence for an early exit, by whichever call."""
    return f"the program ended itself with exit status {status}: take out the call that ends it"
