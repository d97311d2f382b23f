"""A submission: from a path to the bytes of the named files, and nothing else of it.

What a student handed in is never an error of the grader: it is taken, or there is a `refusal`,
a sentence for the student, and the submission is graded 0.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import os
import stat
import tokenize
from collections.abc import Sequence
from pathlib import Path

import msgspec

MAX_BYTES = 1 << 20
# NONBLOCK keeps a named pipe from hanging us. Some systems, where nothing is graded, lack these.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK"))
# Never a program's encoding, and their decoders take minutes for a crafted mebibyte.
_NO_SOURCE_ENCODINGS = ("idna", "punycode")


class NotASubmission(Exception):
    """The path given to the command cannot be a submission. Says what to give instead."""


class NoSuchPath(NotASubmission):
    """The path given to the command is not there."""


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


class _Refused(Exception):
    """A file cannot be graded; the text tells the student why and what to do."""


def check_there(path: Path) -> None:
    """Raise NoSuchPath where `path` is not there."""
    if not os.path.lexists(path):
        raise NoSuchPath(f"there is no file or folder {path}: check its spelling.")


def take(path: Path, files: Sequence[str]) -> Submission:
    """Read the `files` of the submission at `path`: a repository, a folder, or one .py file.

    Raises NotASubmission where the path itself is a mistake: not there, not readable, or a
    file that is no program.
    """
    check_there(path)
    content: dict[str, bytes] = {}
    notes: list[str] = []
    try:
        for name in files:
            folder, place = _find(path, name, notes) if path.is_dir() else _single(path, files)
            content[name] = _checked(_read(folder, place), place)
    except _Refused as refusal:
        return Submission(content, str(refusal), notes)
    except OSError as error:
        raise NotASubmission(f"{path} cannot be read: {error.strerror}.") from error
    return Submission(content, None, notes)


def _single(path: Path, files: Sequence[str]) -> tuple[Path, str]:
    if path.suffix.lower() != ".py":
        raise NotASubmission(f"{path} is no .py file: give a repository, a folder or a .py file.")
    if len(files) > 1:
        raise NotASubmission(f"this assignment takes {len(files)} files: give their folder.")
    return path.parent, path.name


def _find(folder: Path, name: str, notes: list[str]) -> tuple[Path, str]:
    """Where the file `name` lies in a folder: in its place, or at the top."""
    short = name.rpartition("/")[2]
    found = [place for place in dict.fromkeys((name, short)) if os.path.lexists(folder / place)]
    if not found:
        top = f" (and no {short} at its top)" if short != name else ""
        raise _Refused(
            f"There is no file {name} in this submission{top}. Put your work there, under "
            "exactly this name, and hand it in again."
        )
    if len(found) > 1:
        notes.append(f"Both {name} and {short} are there: {name} was graded.")
    return folder, found[0]


def _read(folder: Path, place: str) -> bytes:
    """Read one ordinary file, following no link below `folder`. Raises _Refused, OSError."""
    step = folder
    for part in place.split("/"):
        step = step / part
        mode = step.lstat().st_mode
        if stat.S_ISLNK(mode):
            raise _Refused(
                f"{place} is a link to another place, and links are not followed. Put the file "
                "itself there and hand it in again."
            )
    if stat.S_ISDIR(mode):
        raise _Refused(f"{place} is a folder. Put your file there instead, under this name.")
    if stat.S_ISREG(mode):
        with os.fdopen(os.open(step, _FLAGS), "rb") as stream:
            if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):  # nobody swapped it meanwhile
                return stream.read(MAX_BYTES + 1)
    raise _Refused(f"{place} is no ordinary file. Put your own file there instead.")


def _checked(content: bytes, place: str) -> bytes:
    """Return `content` if Python could read it as a program. Raises _Refused."""
    if len(content) > MAX_BYTES:
        raise _Refused(
            f"{place} is larger than {MAX_BYTES >> 20} MiB, which is too large for a program. "
            "Take the data out of it and hand it in again."
        )
    mend = "Open it in your editor, save it with the encoding UTF-8, and hand it in again."
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        if codecs.lookup(encoding).name in _NO_SOURCE_ENCODINGS:
            raise LookupError(encoding)
        content.decode(encoding)
    except (SyntaxError, LookupError, UnicodeError):
        raise _Refused(f"{place} is not text that Python can read. {mend}") from None
    if b"\0" in content:
        raise _Refused(f"{place} holds null bytes, so it is not plain text. {mend}")
    return content
