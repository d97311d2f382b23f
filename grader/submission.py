"""A submission: from a path to the bytes of the named files, and nothing else of it.

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


class _Refused(Exception):
    """A file cannot be graded; the text tells the student why and what to do."""


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
    folder = path.parent if single else path
    if single and path.suffix.lower() != ".py":
        raise NotASubmission(f"{path} is no .py file: give a repository, a folder or a .py file.")
    if single and len(files) > 1:
        raise NotASubmission(f"this assignment takes {len(files)} files: give their folder.")
    content: dict[str, bytes] = {}
    notes: list[str] = []
    try:
        for name in files:
            content[name] = _read(folder, path.name if single else _find(folder, name, notes))
    except _Refused as refused:
        return Submission(content, str(refused), notes)
    except OSError as error:
        raise NotASubmission(f"{path} cannot be read: {error.strerror}.") from error
    return Submission(content, None, notes)


def _find(folder: Path, name: str, notes: list[str]) -> str:
    """Where the file `name` lies in a folder: in its place, or at the top."""
    short = name.rpartition("/")[2]
    found = [place for place in dict.fromkeys((name, short)) if os.path.lexists(folder / place)]
    if not found:
        raise _Refused(
            f"There is no file {name} in this submission (and no {short} at its top). Put your "
            "work there, under exactly this name, and hand it in again."
        )
    if len(found) > 1:
        notes.append(f"Both {name} and {short} are there: {name} was graded.")
    return found[0]


def _read(folder: Path, place: str) -> bytes:
    """Read a program, following no link below `folder`. Raises _Refused, OSError."""
    path = folder / place
    kind = "a folder" if path.is_dir() else "" if path.is_file() else "no ordinary file"
    if any((folder / step).is_symlink() for step in [Path(place), *Path(place).parents][:-1]):
        kind = "a link, and links are not followed"
    if kind:
        raise _Refused(f"{place} is {kind}. Put the file itself there, under this name.")
    with os.fdopen(os.open(path, _FLAGS), "rb") as stream:
        content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        most = f"{MAX_BYTES >> 20} MiB"
        raise _Refused(f"{place} is larger than {most}. Take the data out and hand it in again.")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        if codecs.lookup(encoding).name in _NO_SOURCE_ENCODINGS or b"\0" in content:
            raise LookupError(encoding)
        content.decode(encoding)
    except (SyntaxError, LookupError, UnicodeError):
        why = ": it holds null bytes" if b"\0" in content else ""
        raise _Refused(
            f"{place} is not text that Python can read{why}. Open it in your editor, save it with "
            "the encoding UTF-8, and hand it in again."
        ) from None
    return content
