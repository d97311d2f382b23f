"""The plain data that a student's function can be given and can answer with.

Whatever a function returns is packed into the types below, in the worker, and rebuilt from them on
the grader's side, where it can then have no methods of the student's making.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta
from numpy import asarray  # kept here: a student's module may put its own into numpy

MAX_BYTES = 2_000_000  # of all that a call is given, and again of what it returns
MAX_ITEMS = 4096  # of a sequence
MAX_RANK = 8
MAX_DIMENSION = 10_000_000
MAX_TEXT = 1000  # characters of a message
_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_OTHERS = ("bool", "float16", "float32", "float64", "complex64", "complex128")
_DTYPES = {name: np.dtype(name) for name in _INTEGERS + _OTHERS}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
_LONG = {"g": _DTYPES["float64"], "G": _DTYPES["complex128"]}
_SCALARS: dict[str, type[bool | int | float]] = {"b": bool, "i": int, "u": int, "f": float}


class Message(msgspec.Struct, array_like=True, tag=True, forbid_unknown_fields=True):
    """Anything that crosses between the grader and a worker."""


Text = Annotated[str, Meta(max_length=MAX_TEXT)]
_Dimension = Annotated[int, Meta(ge=0, le=MAX_DIMENSION)]
_Int = Annotated[int, Meta(ge=-(2**63) + 1, le=2**63 - 1)]


NOT_ITEMS = (str, bytes, bytearray, memoryview, range)  # sequences that stand for one value


class Array(Message):
    """An array: the name of its type, its shape, and its bytes in C order."""

    dtype: str
    shape: Annotated[tuple[_Dimension, ...], Meta(max_length=MAX_RANK)]
    data: bytes

    def __post_init__(self) -> None:
        """Refuse what no array can be rebuilt from. Raises ValueError."""
        dtype = _DTYPES.get(self.dtype)
        if dtype is None:
            raise ValueError("unknown dtype")
        if math.prod(self.shape) * dtype.itemsize != len(self.data):
            raise ValueError("the bytes do not fill the shape")
        if _claimed(self.shape) * dtype.itemsize > MAX_BYTES:
            raise ValueError("shape too large")

    def fits(self, other: Array) -> bool:
        """Whether shape and dtype are the same."""
        return (self.dtype, self.shape) == (other.dtype, other.shape)


class Unreadable(Message):
    """A value that no array can stand for: the name of its type, and why."""

    type_name: Text
    reason: Text


One = None | bool | _Int | float | str | Array | Unreadable


class Many(Message):
    """A tuple, list or named tuple."""

    items: Annotated[list[One], Meta(max_length=MAX_ITEMS)]


Value = None | bool | _Int | float | str | Array | Unreadable | Many


def pack(value: object) -> Value:
    """Turn any value into plain data. What cannot be, or is too large, is `Unreadable`.

    A tuple, list or other sequence stays one, one level deep; anything else that is no plain
    scalar goes through `numpy.asarray`. Raises only what the value's own methods raise.
    """
    if not isinstance(value, Sequence) or isinstance(value, NOT_ITEMS) or len(value) > MAX_ITEMS:
        return _pack_one(value)
    items: list[One] = []
    room = MAX_BYTES
    for item in itertools.islice(value, MAX_ITEMS):
        items.append(_pack_one(item))
        room -= size(items[-1])
        if room < 0:
            return _too_large(value)
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
        return clean(value, MAX_BYTES) if 4 * len(value) < MAX_BYTES else _too_large(value)
    if isinstance(value, np.generic) and value.dtype.kind in _SCALARS:
        return _pack_one(_SCALARS[value.dtype.kind](value))
    try:
        array = asarray(value)
    except (ValueError, TypeError, RecursionError) as error:
        return Unreadable(type_name(value), clean(f"numpy makes no array of it: {error}"))
    if array.ndim > MAX_RANK:
        return Unreadable(type_name(value), f"{array.ndim} axes")
    # Before any copy: a broadcast view can claim a terabyte.
    if _claimed(array.shape) * array.itemsize > MAX_BYTES:
        return _too_large(value)
    if array.dtype not in _NAMES:
        if array.dtype.kind not in "iufc":
            return Unreadable(type_name(value), clean(f"as an array its dtype is {array.dtype}"))
        # In the other byte order, or a long double.
        swapped = array.dtype.newbyteorder("=")
        array = array.astype(_LONG.get(swapped.char, swapped))
    return Array(_NAMES[array.dtype], array.shape, array.tobytes())


def _too_large(value: object) -> Unreadable:
    return Unreadable(type_name(value), "too large")


def _claimed(shape: tuple[int, ...]) -> int:
    """The size of a shape, axes of length 0 aside: numpy bounds that even where it is empty."""
    return math.prod(n or 1 for n in shape)


def unpack(value: Value) -> Any:
    """Rebuild a value: base-class arrays, native and writable, that own their memory."""
    if isinstance(value, Many):
        return [unpack(item) for item in value.items]
    if not isinstance(value, Array):
        return value
    if value.dtype == "bool":  # from bytes that need not be 0 or 1
        return np.ndarray(value.shape, np.uint8, value.data).astype(bool)
    return np.ndarray(value.shape, value.dtype, value.data).copy()


def type_name(value: object) -> str:
    """The name of a value's type, cut to what a message may hold."""
    return clean(type(value).__name__)


def clean(text: str, limit: int = MAX_TEXT) -> str:
    """Cut a text, and make it a plain `str` without broken surrogates."""
    cut = str.__getitem__(text, slice(limit))
    return cut.encode("utf-8", "backslashreplace").decode("utf-8")[:limit]
