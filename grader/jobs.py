"""What a slot and its owner say to each other. Both are ours, so frames here need no caps."""

from __future__ import annotations

import struct
from typing import IO

import msgspec

from grader.record import Record

_LENGTH = struct.Struct("<Q")


class Job(msgspec.Struct, tag=True):
    """One submission to grade: the named files' bytes, or why there is nothing to run."""

    files: dict[str, bytes]
    refusal: str | None = None


class Ready(msgspec.Struct, tag=True):
    """A slot has collected its suites and waits for jobs."""

    python: str
    numpy: str


class Done(msgspec.Struct, tag=True):
    """The record of one job."""

    record: Record


class Fault(msgspec.Struct, tag=True):
    """The slot cannot grade, and why. Never the submission's doing."""

    reason: str


Answer = Ready | Done | Fault
_answers: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)
_jobs: msgspec.msgpack.Decoder[Job] = msgspec.msgpack.Decoder(Job)


def send(stream: IO[bytes], message: Job | Answer) -> None:
    """Write one message. Raises OSError where the other end is gone."""
    body = msgspec.msgpack.encode(message)
    stream.write(_LENGTH.pack(len(body)) + body)
    stream.flush()


def receive_job(stream: IO[bytes]) -> Job | None:
    """The next job, or None when no more will come."""
    body = _receive(stream)
    return None if body is None else _jobs.decode(body)


def receive_answer(stream: IO[bytes]) -> Answer | None:
    """What the slot says next, or None where it ended."""
    body = _receive(stream)
    return None if body is None else _answers.decode(body)


def _receive(stream: IO[bytes]) -> bytes | None:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    body = stream.read(length)
    return body if len(body) == length else None
