"""What crosses between the grader and the worker that runs a student's code.

Plain data only, in msgpack, never pickle. A value is packed into the types below and rebuilt from
them at the other end, where it then has no methods of the student's making. Everything has a cap,
so that hostile bytes end in a `WireError` and in nothing else. A frame is a little-endian u32
length, then the number of the request and one message.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta
from numpy import asarray  # kept here: a student's module may put its own into numpy

MAX_BYTES = 2_000_000  # of all that a call is given, and again of what it returns
MAX_FRAME = 4 * 1024 * 1024  # bytes: what a call is given or returns fits twice
MAX_ITEMS = 4096  # of a sequence
MAX_RANK = 8
MAX_TEXT = 1000  # characters of a message
MAX_ANSWER = 4000  # characters of an answer to a question
MAX_NOTES = 20  # on what a submission tried
_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_OTHERS = ("bool", "float16", "float32", "float64", "complex64", "complex128")
_DTYPES = {name: np.dtype(name) for name in _INTEGERS + _OTHERS}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
_LONG = {"g": np.dtype("float64"), "G": np.dtype("complex128")}
_SCALARS: dict[str, type[bool | int | float]] = {"b": bool, "i": int, "u": int, "f": float}
_ONE_VALUE = (str, bytes, bytearray, memoryview, range)  # sequences that stand for one value

Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Tried = Annotated[list[Text], Meta(max_length=MAX_NOTES)]  # what was refused: advice only
During = Literal["import", "call"]
Kind = Literal["failed", "not_started", "out_of_memory", "forbidden"]
_Int = Annotated[int, Meta(ge=-(2**63) + 1, le=2**63 - 1)]


class WireError(Exception):
    """What came over the wire, or should go over it, is not what the two ends agreed on."""


class Message(msgspec.Struct, array_like=True, tag=True, forbid_unknown_fields=True):
    """Anything that crosses."""


class Array(Message):
    """An array: the name of its type, its shape, and its bytes in C order."""

    dtype: str
    shape: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=MAX_RANK)]
    data: bytes

    def __post_init__(self) -> None:
        """Raise ValueError where no array can be rebuilt from it."""
        dtype = _DTYPES.get(self.dtype)
        if dtype is None:
            raise ValueError("unknown dtype")
        _check(dtype, self.shape)
        if math.prod(self.shape) * dtype.itemsize != len(self.data):
            raise ValueError("the bytes do not fill the shape")

    def fits(self, other: object) -> bool:
        """Whether the other is an array of the same shape and dtype."""
        return isinstance(other, Array) and (self.dtype, self.shape) == (other.dtype, other.shape)


class Unreadable(Message):
    """A value that no array can stand for: the name of its type, and why."""

    type_name: Text
    reason: Text


class Many(Message):
    """A tuple, list or named tuple."""

    items: Annotated[list[One], Meta(max_length=MAX_ITEMS)]


class Read(Message):
    """A request: take the sources (path: bytes), do not run them, look for Answers in `main`."""

    sources: dict[str, bytes]
    main: str
    questions: list[str]


class Import(Message):
    """A request: import `main`, then put in these functions (name: source). Returned or Raised."""

    patches: dict[str, str]


class Call(Message):
    """A request: call one function. Returned or Raised."""

    function: str
    args: list[One]
    kwargs: dict[str, One]


class Answers(Message):
    """Strings that `main` assigns to the names asked for; or why nothing can be run safely."""

    answers: dict[str, Annotated[str, Meta(max_length=MAX_ANSWER)]]
    unsafe: Text = ""


class Returned(Message):
    """A value, and the arguments that the call changed: their place, counting args then kwargs."""

    value: Value
    changed: dict[int, Array]
    tried: Tried = msgspec.field(default_factory=list)


class Raised(Message):
    """An exception that left the student's code."""

    kind: Kind
    type_name: Text
    text: Text
    line: Annotated[int, Meta(ge=1)] | None
    during: During
    tried: Tried = msgspec.field(default_factory=list)


class Ended(Message):
    """How a worker ended: exit status or minus the signal, whether it was killed; what it used."""

    code: int
    killed: bool
    peak_bytes: int
    cpu_seconds: float


One = None | bool | _Int | float | Text | Array | Unreadable
Value = One | Many
# What the warm process is told. To fork a worker within limits (MiB, seconds of processor time):
# it answers with what lacks, or "". To end it after some seconds: it answers with Ended.
Order = tuple[int, int] | float
Request = Read | Import | Call
Reply = Answers | Returned | Raised
requests = msgspec.msgpack.Decoder(tuple[int, Request])
_replies = msgspec.msgpack.Decoder(tuple[int, Reply])


def frame(number: int, message: Request | Reply) -> bytes:
    """Encode one message. Raises WireError where it is too large."""
    body = msgspec.msgpack.encode((number, message))
    if len(body) > MAX_FRAME:
        raise WireError(f"{len(body)} bytes in one frame: {MAX_FRAME} are allowed")
    return len(body).to_bytes(4, "little") + body


def body_length(head: bytes | bytearray) -> int:
    """How long the body is that follows these four bytes. Raises WireError above the cap."""
    length = int.from_bytes(head, "little")
    if length > MAX_FRAME:
        raise WireError(f"a frame of {length} bytes: {MAX_FRAME} are allowed")
    return length


def reply(body: bytes) -> tuple[int, Reply]:
    """Decode the body of a reply, which may be hostile. Raises WireError."""
    try:
        return _replies.decode(body)
    except Exception as error:  # the codec has several kinds, RecursionError among them
        raise WireError(f"cannot be read: {error}") from None


def pack(value: object) -> Value:
    """Turn any value into plain data. What cannot be, or is too large, is `Unreadable`.

    A tuple, list or other sequence stays one, one level deep; anything else that is no plain
    scalar goes through `numpy.asarray`. Raises only what the value's own methods raise.
    """
    if not isinstance(value, Sequence) or isinstance(value, _ONE_VALUE) or len(value) > MAX_ITEMS:
        return _pack_one(value)
    items: list[One] = []
    room = MAX_BYTES
    for item in itertools.islice(value, MAX_ITEMS):  # its length may be a lie
        items.append(_pack_one(item))
        room -= size(items[-1])
        if room < 0:
            return Unreadable(type_name(value), "too large")
    return Many(items)


def size(value: One) -> int:
    """How many bytes a packed value takes at most."""
    if isinstance(value, Array):
        return 128 + len(value.data)
    if isinstance(value, Unreadable):
        return 8 * MAX_TEXT + 128
    return 9 + 4 * len(value) if isinstance(value, str) else 9


def _pack_one(value: object) -> One:
    kind = type(value)  # exactly: a subclass could answer for itself
    if value is None or (isinstance(value, (bool, float)) and kind in (bool, float)):
        return value
    if isinstance(value, int) and kind is int and abs(value) < 2**63:
        return value
    if isinstance(value, str) and kind in (str, np.str_):
        # No result is a text: a long one would only fill memory when numpy looks at it.
        return clean(value) if len(value) <= MAX_TEXT else Unreadable(type_name(value), "too large")
    if isinstance(value, np.generic) and value.dtype.kind in _SCALARS:
        return _pack_one(_SCALARS[value.dtype.kind](value))
    try:
        array = asarray(value)
        _check(array.dtype, array.shape)  # before any copy: a view can claim a terabyte
    except (ValueError, TypeError, RecursionError) as error:
        return Unreadable(type_name(value), clean(str(error)))
    if array.dtype not in _NAMES:  # in the other byte order, or a long double
        native = array.dtype.newbyteorder("=")
        array = array.astype(_LONG.get(native.char, native))
    return Array(_NAMES[array.dtype], array.shape, array.tobytes())


def _check(dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
    if dtype.kind not in "biufc":
        raise ValueError(f"as an array its dtype is {dtype}")
    if len(shape) > MAX_RANK:
        raise ValueError(f"{len(shape)} axes")
    # Axes of length 0 aside: numpy bounds that even where it is empty.
    size = math.prod(shape) or math.prod(n or 1 for n in shape)
    if size * dtype.itemsize > MAX_BYTES:
        raise ValueError("too large")


def unpack(value: Value) -> Any:
    """Rebuild a value: base-class arrays, native and writable, that own their memory."""
    if isinstance(value, Many):
        return [unpack(item) for item in value.items]
    if not isinstance(value, Array):
        return value
    if value.dtype == "bool":  # from bytes that need not be 0 or 1
        return np.ndarray(value.shape, np.uint8, value.data).astype(bool)
    return np.ndarray(value.shape, _DTYPES[value.dtype], value.data).copy()


def type_name(value: object) -> str:
    """The name of a value's type, cut to what a message may hold."""
    return clean(type(value).__name__)


def clean(text: str, limit: int = MAX_TEXT) -> str:
    """Cut a text, and make it a plain `str` without broken surrogates."""
    cut = str.__getitem__(text, slice(limit))
    return cut.encode("utf-8", "backslashreplace").decode("utf-8")[:limit]


def ended_itself(status: int) -> str:
    """The sentence for an early exit, by whichever call."""
    return f"the program ended itself with exit status {status}: take out the call that ends it"
