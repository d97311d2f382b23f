"""Values survive the wire as plain data; bytes that were not agreed on end in one exception."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import hypothesis.extra.numpy as hnp
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader import wire

few = settings(max_examples=60, deadline=None)
dtypes = st.sampled_from(sorted(wire._DTYPES)).map(np.dtype)
arrays = hnp.arrays(
    st.one_of(dtypes, dtypes.map(lambda dtype: dtype.newbyteorder())),
    hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63) + 1, 2**63 - 1),
    st.floats(),
    st.text(max_size=50),
)


def across(value: object) -> Any:
    """Send a value as a worker's reply and rebuild it."""
    frame = wire.frame(7, wire.Returned(wire.pack(value), {}))
    assert wire.body_length(frame[:4]) == len(frame) - 4
    number, reply = wire.reply(frame[4:])
    assert number == 7
    assert isinstance(reply, wire.Returned)
    return wire.unpack(reply.value)


@few
@given(arrays)
def test_an_array_comes_back_plain_and_of_its_own(array: np.ndarray[Any, Any]) -> None:
    got = across(array)
    assert type(got) is np.ndarray
    assert got.dtype == array.dtype.newbyteorder("=")
    assert got.dtype.isnative
    assert got.flags.writeable
    assert got.flags.owndata
    np.testing.assert_array_equal(got, array)


@few
@given(scalars)
def test_a_scalar_comes_back_as_it_was(value: object) -> None:
    got = across(value)
    assert type(got) is type(value)
    assert got == value or value != value


@few
@given(st.lists(st.one_of(scalars, arrays), max_size=5))
def test_a_sequence_comes_back_as_a_list(items: list[Any]) -> None:
    got = across(tuple(items))
    assert type(got) is list
    assert [type(item) for item in got] == [type(item) for item in items]


Pair = namedtuple("Pair", "out weights")


class Loud(np.ndarray[Any, Any]):
    """Says that it equals everything."""

    def __eq__(self, other: object) -> Any:
        return np.ones(self.shape, bool)


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (np.float32(0.5), 0.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.longdouble(1.5), 1.5),
        (np.str_("a"), "a"),
        (Pair(1, 2.0), [1, 2.0]),
        ([1, None, "a"], [1, None, "a"]),
    ],
)
def test_what_is_plain_becomes_plain(value: object, want: object) -> None:
    got = across(value)
    assert type(got) is type(want)
    assert got == want


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (np.zeros(2).view(Loud), np.zeros(2)),
        (np.ma.array([1, 2], mask=[False, True]), np.array([1, 2])),
        (np.array([[1.0, 2.0]]).T, np.array([[1.0], [2.0]])),
        (np.arange(3, dtype=np.longdouble), np.arange(3.0)),
        (range(3), np.arange(3)),
        (1 + 2j, np.array(1 + 2j)),
        (2**63, np.array(2**63, np.uint64)),
        ([1.5] * 5000, np.full(5000, 1.5)),
    ],
)
def test_what_is_an_array_becomes_an_array(value: object, want: np.ndarray[Any, Any]) -> None:
    got = across(value)
    assert type(got) is np.ndarray
    assert got.dtype == want.dtype
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize(
    ("value", "name", "reason"),
    [
        ({"out": 1}, "dict", "dtype is object"),
        ((x for x in "ab"), "generator", "dtype is object"),
        (np.array(["a"]), "ndarray", "dtype is <U1"),
        (np.array([None]), "ndarray", "dtype is object"),
        (2**70, "int", "dtype is object"),
        (np.datetime64("2026-01-01"), "datetime64", "datetime64"),
        (np.zeros([1] * 9), "ndarray", "9 axes"),
        (np.broadcast_to(1.0, (10**6, 10**6)), "ndarray", "too large"),
        ([np.zeros(10**5)] * 10, "list", "too large"),
        ("x" * 10**6, "str", "too large"),
    ],
)
def test_what_is_neither_is_named(value: object, name: str, reason: str) -> None:
    got = across(value)
    assert isinstance(got, wire.Unreadable)
    assert got.type_name == name
    assert reason in got.reason


def test_a_ragged_list_inside_a_tuple_is_named() -> None:
    got = across(([[1, 2], [3]], 1))
    assert isinstance(got[0], wire.Unreadable)
    assert got[1] == 1


def test_a_sequence_that_lies_about_its_length_is_cut() -> None:
    class Endless(list[int]):
        def __iter__(self) -> Any:
            while True:
                yield 1

    assert len(across(Endless())) == wire.MAX_ITEMS


def test_broken_surrogates_and_long_texts_are_made_harmless() -> None:
    class Text(str):
        def __getitem__(self, key: object) -> str:
            raise RuntimeError

    assert wire.clean(Text("a\ud800b")) == "a\\ud800b"
    assert type(wire.clean(Text("a"))) is str
    assert len(wire.clean("\ud800" * 3000)) == wire.MAX_TEXT


def test_bools_of_any_byte_equal_true() -> None:
    got = wire.unpack(wire.Array("bool", (3,), b"\x00\x01\x07"))
    assert got.tolist() == [False, True, True]
    assert (got == np.array([False, True, True])).all()


@pytest.mark.parametrize(
    ("dtype", "shape", "data"),
    [
        ("object", (1,), b"12345678"),
        ("O", (1,), b"12345678"),
        ("float64", (2,), b"12345678"),
        ("float64", (-1,), b"12345678"),
        ("float64", (1,) * 9, b"12345678"),
        ("float64", (10_000_001, 0), b""),
        ("float64", (0, *[10_000_000] * 7), b""),
    ],
)
def test_an_impossible_array_is_refused(dtype: str, shape: tuple[int, ...], data: bytes) -> None:
    body = msgspec.msgpack.encode([1, ["Returned", ["Array", dtype, shape, data], {}]])
    with pytest.raises(wire.WireError):
        wire.reply(body)


@pytest.mark.parametrize(
    "message",
    [
        ["Raised", "passed", "E", "text", 1, "call"],
        ["Raised", "failed", "E", "x" * 1001, 1, "call"],
        ["Raised", "failed", "E", "text", 0, "call"],
        ["Raised", "failed", "E", "text", 1, "later"],
        ["Raised", "failed", "E", "text", 1, "call", "more"],
        ["Answers", {"WHY": "x" * 4001}],
        ["Returned", 2**63, {}],
        ["Returned", ["Many", [["Many", []]]], {}],
        ["Returned", ["Many", [None] * 4097], {}],
        ["Returned", {}, {}],
        ["Start", 1, 1],
        ["Nonsense"],
        [],
    ],
)
def test_a_message_that_was_not_agreed_on_is_refused(message: list[Any]) -> None:
    with pytest.raises(wire.WireError):
        wire.reply(msgspec.msgpack.encode([1, message]))


def refused_or_rebuilt(body: bytes) -> None:
    """Nothing but a WireError may come of any bytes."""
    try:
        _, reply = wire.reply(body)
    except wire.WireError:
        return
    if isinstance(reply, wire.Returned):
        wire.unpack(reply.value)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_end_in_one_exception(body: bytes) -> None:
    refused_or_rebuilt(body)
    refused_or_rebuilt(b"\x92\x01" + body)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_reply_with_wrong_bytes_ends_in_one_exception(data: st.DataObject) -> None:
    replies: list[wire.Reply] = [
        wire.Returned(wire.pack((np.ones((2, 3)), 1)), {0: wire.Array("int8", (1,), b"1")}),
        wire.Raised("failed", "ValueError", "text", 3, "call"),
        wire.Answers({"WHY": "because"}),
    ]
    body = bytearray(wire.frame(1, data.draw(st.sampled_from(replies)))[4:])
    for _ in range(data.draw(st.integers(1, 3))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    refused_or_rebuilt(bytes(body))


@pytest.mark.parametrize(
    "opening", [b"\x91", b"\x92\x01", b"\x81\x01", b"\x92\x01\x93\xa8Returned"]
)
def test_deep_nesting_ends_in_one_exception(opening: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.reply(opening * 100_000)


@pytest.mark.parametrize("claim", [b"\xdd\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff"])
def test_a_claim_of_gigabytes_ends_in_one_exception(claim: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.reply(b"\x92\x01" + claim)


def test_a_frame_above_the_cap_is_refused_at_both_ends() -> None:
    with pytest.raises(wire.WireError, match="allowed"):
        wire.frame(1, wire.Read({"a.py": bytes(wire.MAX_FRAME)}, "a.py", []))
    with pytest.raises(wire.WireError, match="allowed"):
        wire.body_length((wire.MAX_FRAME + 1).to_bytes(4, "little"))


def test_the_largest_value_and_the_largest_arguments_fit_into_one_frame() -> None:
    most = wire.pack(np.zeros(wire.MAX_BYTES, np.int8))
    assert isinstance(most, wire.Array)
    wire.frame(1, wire.Returned(most, {0: most}))
