"""A submission: from a place to the bytes of the named files, and nothing else of it.

A place is a folder, and for whole classes also a commit or a part of an archive (`Source`).

What a student handed in is never an error of the grader: it is taken, or there is a `refusal`,
a sentence for the student, and the submission is graded 0.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import os
import tokenize
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec

MAX_BYTES = 1 << 20
# Against a file that is swapped for a link or a pipe meanwhile; Windows lacks these.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK"))
# Never a program's encoding, and their decoders take minutes for a crafted mebibyte.
_NO_SOURCE_ENCODINGS = ("idna", "punycode")


class NotASubmission(Exception):
    """The path given to the command cannot be a submission. Says what to give instead."""


class Submission(msgspec.Struct, frozen=True):
    """The bytes of the files that the assignment takes, by their names in the rubric."""

    files: dict[str, bytes]
    refusal: str | None
    notes: list[str]

    @property
    def digest(self) -> str:
        """SHA-256 over names and bytes, and over the refusal where there is one."""
        digest = hashlib.sha256((self.refusal or "").encode("utf-8", "backslashreplace"))
        for name, content in sorted(self.files.items()):
            digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()

    @property
    def file_digests(self) -> dict[str, str]:
        """SHA-256 of each file."""
        return {name: hashlib.sha256(content).hexdigest() for name, content in self.files.items()}


class Source(Protocol):
    """A place that files are read from, by names with slashes. Nothing is written or run."""

    def kind(self, place: str) -> str | None:
        """Say what lies there: None for nothing, "" for a file, else words such as "a folder"."""

    def read(self, place: str, most: int) -> bytes:
        """Return the first `most` bytes of a file, at no greater cost. Raises Refused, OSError."""


class Refused(Exception):
    """A file cannot be graded; the text tells the student why and what to do."""


class Folder:
    """A folder on disk, below which no link is followed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def kind(self, place: str) -> str | None:
        """See Source."""
        path = self.path / place
        if not os.path.lexists(path):
            return None
        steps = [Path(place), *Path(place).parents][:-1]
        if any((self.path / step).is_symlink() for step in steps):
            return "a link, and links are not followed"
        return "a folder" if path.is_dir() else "" if path.is_file() else "no ordinary file"

    def read(self, place: str, most: int) -> bytes:
        """See Source."""
        with os.fdopen(os.open(self.path / place, _FLAGS), "rb") as stream:
            return stream.read(most)


def check_there(path: Path) -> None:
    """Raise NotASubmission where `path` is not there."""
    if not os.path.lexists(path):
        raise NotASubmission(f"there is no file or folder {path}: check its spelling.")


def take(path: Path, files: Sequence[str]) -> Submission:
    """Read the `files` of the submission at `path`: a repository, a folder, or one .py file.

    Raises NotASubmission where the path itself is a mistake: not there, not readable, or a
    file that is no program.
    """
    check_there(path)
    single = not path.is_dir()
    if single and path.suffix.lower() != ".py":
        raise NotASubmission(f"{path} is no .py file: give a repository, a folder or a .py file.")
    try:
        if single:
            return take_from(Folder(path.parent), files, path.name)
        return take_from(Folder(path), files)
    except OSError as error:
        raise NotASubmission(f"{path} cannot be read: {error.strerror}.") from error


def take_from(source: Source, files: Sequence[str], single: str = "") -> Submission:
    """Read the `files` of a submission, or the one file `single` of any name in their stead.

    Raises NotASubmission where one file is not enough, and OSError.
    """
    if single and len(files) > 1:
        raise NotASubmission(f"this assignment takes {len(files)} files: give their folder.")
    content: dict[str, bytes] = {}
    notes: list[str] = []
    try:
        for name in files:
            content[name] = _read(source, single or _find(source, name, notes))
    except Refused as refused:
        return Submission(content, str(refused), notes)
    return Submission(content, None, notes)


def _find(source: Source, name: str, notes: list[str]) -> str:
    """Where the file `name` lies: in its place, or at the top."""
    short = name.rpartition("/")[2]
    found = [place for place in dict.fromkeys((name, short)) if source.kind(place) is not None]
    if not found:
        raise Refused(
            f"There is no file {name} in this submission (and no {short} at its top). Put your "
            "work there, under exactly this name, and hand it in again."
        )
    if len(found) > 1:
        notes.append(f"Both {name} and {short} are there: {name} was graded.")
    return found[0]


def _read(source: Source, place: str) -> bytes:
    """Read a program. Raises Refused, OSError."""
    if kind := source.kind(place):
        raise Refused(f"{place} is {kind}. Put the file itself there, under this name.")
    content = source.read(place, MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        most = f"{MAX_BYTES >> 20} MiB"
        raise Refused(f"{place} is larger than {most}. Take the data out and hand it in again.")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        if codecs.lookup(encoding).name in _NO_SOURCE_ENCODINGS or b"\0" in content:
            raise LookupError(encoding)
        content.decode(encoding)
    except (SyntaxError, LookupError, UnicodeError):
        why = ": it holds null bytes" if b"\0" in content else ""
        raise Refused(
            f"{place} is not text that Python can read{why}. Open it in your editor, save it with "
            "the encoding UTF-8, and hand it in again."
        ) from None
    return content
