"""Where a class's submissions lie: a folder, or a zip that is read in memory and never unpacked."""

from __future__ import annotations

import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Protocol

from grader.cohort.handed_in.clone import CannotTake
from grader.plain import inert
from grader.roll import CannotGradeClass
from grader.submission import Folder, Source

MAX_STEPS = 40
MAX_LINE = 1 << 16
# What reading a broken or crafted archive raises.
_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, NotImplementedError),
    *(RuntimeError, EOFError, ValueError, OverflowError, OSError),
)


def shown(name: str) -> str:
    """Return a name that somebody else chose as one line that can only be read."""
    return " ".join(inert(name, 250).split())


class Place(Source, Protocol):
    """A folder of some sort, whose contents can be listed."""

    def names(self) -> list[str]:
        """What lies in it, sorted."""

    def below(self, name: str) -> Place:
        """The folder of that name in it."""

    def lines(self, name: str) -> Iterator[str]:
        """The lines of a file, an endless one in pieces."""


def open_place(path: Path) -> Place:
    """Open a folder or a zip. Raises CannotGradeClass."""
    if path.is_dir():
        return Disk(path)
    if not os.path.lexists(path):
        raise CannotGradeClass(f"there is no folder {path}: check its spelling.")
    if path.suffix.lower() != ".zip":
        raise CannotGradeClass(f"{path} is neither a folder nor a .zip: give the class's folder.")
    return Zip(Archive(path))


class Disk(Folder):
    """A folder on disk."""

    def names(self) -> list[str]:
        """See Place."""
        try:
            return sorted(os.listdir(self.path))  # noqa: PTH208 (names alone are wanted)
        except OSError as error:
            raise CannotGradeClass(f"{self.path} cannot be read: {error.strerror}.") from None

    def below(self, name: str) -> Disk:
        """See Place."""
        return Disk(self.path / name)

    def lines(self, name: str) -> Iterator[str]:
        """See Place."""
        with (self.path / name).open(encoding="utf-8", errors="replace") as stream:
            while line := stream.readline(MAX_LINE):
                yield line


class Archive:
    """An open zip: its members by name. Nothing in it becomes a path on this machine."""

    def __init__(self, path: Path) -> None:
        """Read the list of members. Raises CannotGradeClass."""
        self.path = path
        self.files: dict[str, zipfile.ZipInfo] = {}
        self.folders: dict[str, dict[str, None]] = {"": {}}  # with the names in each
        self.twice: set[str] = set()
        self.odd: list[str] = []  # names that are no plain path below the top
        try:
            self._zip = zipfile.ZipFile(path)
        except _BROKEN as error:
            raise CannotGradeClass(
                f"{path} is not a zip that can be read ({error}): download it again."
            ) from None
        for member in self._zip.infolist():
            self._add(member)
        self.twice |= self.files.keys() & self.folders.keys()

    def _add(self, member: zipfile.ZipInfo) -> None:
        name = _name(member)
        steps = name.rstrip("/").split("/")
        if (
            any(step in ("", ".", "..") for step in steps)
            or re.search(r"\\|\0|^[A-Za-z]:", member.orig_filename)
            or len(steps) > MAX_STEPS
        ):
            self.odd.append(name)
            return
        for depth, step in enumerate(steps):
            self.folders.setdefault("/".join(steps[:depth]), {})[step] = None
        path = "/".join(steps)
        if name.endswith("/"):
            self.folders.setdefault(path, {})
        elif path in self.files:
            self.twice.add(path)
        else:
            self.files[path] = member

    @contextmanager
    def open(self, path: str) -> Iterator[IO[bytes]]:
        """Open a member to read from. Raises CannotTake."""
        if path in self.twice:
            raise CannotTake(f"{shown(path)} is twice in the zip, so none was graded.")
        member = self.files[path]
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            # The others cannot be read in small pieces.
            raise CannotTake(f"{shown(path)} is packed in a way that is not read. Zip it anew.")
        if member.flag_bits & 1:
            raise CannotTake(f"{shown(path)} is encrypted. Zip it anew, without a password.")
        try:
            with self._zip.open(member) as stream:
                yield stream
        except _BROKEN as error:
            raise CannotTake(
                f"{shown(path)} cannot be read from the zip ({inert(str(error), 200)}): download "
                "it again."
            ) from None


class Zip:
    """A folder in a zip."""

    def __init__(self, archive: Archive, prefix: str = "") -> None:
        self.archive = archive
        self._prefix = prefix

    def kind(self, place: str) -> str | None:
        """See Source."""
        path = self._prefix + place
        steps = path.split("/")
        for depth in range(1, len(steps) + 1):
            member = self.archive.files.get("/".join(steps[:depth]))
            if member and stat.S_ISLNK(member.external_attr >> 16):
                return "a link, and links are not followed"
        return "" if path in self.archive.files else self._folder(path)

    def _folder(self, path: str) -> str | None:
        return "a folder" if path in self.archive.folders else None

    def shadows(self, name: str) -> bool:
        """Whether a file of that name hides a folder."""
        path = self._prefix + name
        return path in self.archive.files and path in self.archive.folders

    def read(self, place: str, most: int) -> bytes:
        """See Source. Raises CannotTake too."""
        with self.archive.open(self._prefix + place) as stream:
            return stream.read(most)

    def names(self) -> list[str]:
        """See Place."""
        return sorted(self.archive.folders.get(self._prefix.rstrip("/"), ()))

    def below(self, name: str) -> Zip:
        """See Place."""
        return Zip(self.archive, f"{self._prefix}{name}/")

    def lines(self, name: str) -> Iterator[str]:
        """See Place. Raises CannotTake."""
        with self.archive.open(self._prefix + name) as stream:
            text = TextIOWrapper(stream, encoding="utf-8", errors="replace")
            while line := text.readline(MAX_LINE):
                yield line


def _name(member: zipfile.ZipInfo) -> str:
    """A member's name. Many programs write UTF-8 and leave out the mark for it."""
    if member.flag_bits & 0x800:
        return member.filename
    try:
        return member.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return member.filename
