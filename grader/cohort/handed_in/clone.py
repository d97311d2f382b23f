"""A clone's objects, read by the git program with nothing of the clone's own settings.

A clone is hostile: its configuration can name programs to run, its links, alternates, grafts and
replacements can show other repositories' files as its own. So git runs in an empty repository of
ours and is lent the clone's object folder alone, after a look at what lies in it. It is asked for
objects by their full ids only; what a branch points at is read here, as text.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
from functools import cache
from pathlib import Path
from types import TracebackType

from grader.submission import Folder

SECONDS = 30  # for all that is asked of one clone
MEMORY = 1 << 30
MAX_OBJECT = 4 << 20  # of a commit or a tree
MAX_REFS = 16 << 20
# Large files are streamed, packs are mapped in small windows, and no other index is believed.
CONFIG = """\
[core]
bare = true
bigFileThreshold = 1m
packedGitWindowSize = 16m
packedGitLimit = 64m
deltaBaseCacheLimit = 16m
commitGraph = false
multiPackIndex = false
"""
_ID = re.compile(r"[0-9a-f]{40}")
_REF = re.compile(r"refs(/(?!\.)[^/\x00-\x20\x7f~^:?*\[\\]+)+")


class CannotTake(Exception):
    """A submission cannot be taken for the grader's reasons: it is `not_graded`, with this text."""


class MissingObject(CannotTake):
    """An object is not in the clone."""


def is_clone(folder: Path) -> bool:
    """Say whether a folder claims to be a clone."""
    return os.path.lexists(folder / ".git")


@cache
def git() -> str | None:
    """Where the git program is, or None."""
    return shutil.which("git")


class Clone:
    """An open clone; a context. Its methods raise CannotTake."""

    def __init__(self, folder: Path) -> None:
        self._folder = Folder(folder)
        self._objects = folder.absolute() / ".git" / "objects"
        self._git: subprocess.Popen[bytes] | None = None
        self._timer: threading.Timer | None = None
        if git() is None:
            raise CannotTake("The program git is not there, so commits cannot be read. Install it.")
        if any(self._folder.kind(part) != "a folder" for part in (".git", ".git/objects")):
            raise CannotTake(
                "Its .git is no folder of its own, and is not followed. Clone it anew."
            )
        self._check_objects()

    def _check_objects(self) -> None:
        waiting = [self._objects]
        while waiting:
            try:
                with os.scandir(waiting.pop()) as entries:
                    for entry in entries:
                        folder = entry.is_dir(follow_symlinks=False)
                        odd = not (folder or entry.is_file(follow_symlinks=False))
                        if odd or entry.name == "alternates":
                            raise CannotTake(
                                f"Its .git borrows from elsewhere ({entry.name}), which is not "
                                "followed. Clone it anew, without --shared or --reference."
                            )
                        if folder:
                            waiting.append(Path(entry.path))
            except OSError as error:
                raise CannotTake(f"Its .git cannot be read: {error.strerror}.") from None

    def tip(self, ref: str) -> str | None:
        """The commit that a reference, such as HEAD, comes to; None where there is none yet."""
        for _ in range(5):
            text = self._text(ref, 4096).strip()
            text = text or self._packed(ref)
            if _ID.fullmatch(text):
                return text
            if not text:
                break
            ref = text.removeprefix("ref:").strip()
            if not _REF.fullmatch(ref) or ".." in ref:
                raise CannotTake("Its branches cannot be read. Clone it anew.")
        if self._folder.kind(".git/reftable") is not None:
            raise CannotTake(
                "Its branches are kept in a way that is not read here. Run "
                "`git refs migrate --ref-format=files` in it."
            )
        return None

    def _text(self, name: str, most: int) -> str:
        place = f".git/{name}"
        try:
            found = self._folder.kind(place) == ""
            return self._folder.read(place, most).decode("utf-8", "replace") if found else ""
        except (OSError, ValueError):
            return ""

    def _packed(self, ref: str) -> str:
        """What packed-refs says of a reference, or an empty text."""
        packed = self._text("packed-refs", MAX_REFS)
        found = re.search(rf"^({_ID.pattern}) {re.escape(ref)}$", packed, re.MULTILINE)
        return found[1] if found else ""

    def read(self, kind: str, name: str, most: int = MAX_OBJECT, *, cut: bool = False) -> bytes:
        """Return an object by its id; with `cut` its first `most` bytes, else more are an error."""
        asked = self._git or self._start()
        assert asked.stdin is not None
        assert asked.stdout is not None
        try:
            asked.stdin.write(f"{name}\n".encode())
            asked.stdin.flush()
            said = asked.stdout.readline(200).split()
            if said[1:] == [b"missing"]:
                raise MissingObject(
                    "Its history is not complete or damaged. Run `git fetch --unshallow` in it, or "
                    "clone it anew, without --depth or --filter."
                )
            size = int(said[2])
            content = asked.stdout.read(min(size, most) + 1)
            if len(content) <= min(size, most):
                raise EOFError
        except (OSError, ValueError, IndexError, EOFError):
            raise CannotTake(f"git could not read it within {SECONDS} s. Clone it anew.") from None
        if size > most:
            self.close()  # rather than wait for the rest
            if cut:
                return content[:most]
        content = content[:-1]
        real = hashlib.sha1(f"{kind} {size}\0".encode() + content, usedforsecurity=False)
        if real.hexdigest() != name:
            raise CannotTake(f"The {kind} {name[:12]} in its .git is damaged. Clone it anew.")
        return content

    def _start(self) -> subprocess.Popen[bytes]:
        home = _empty_repository()
        asked = subprocess.Popen(
            [str(git()), f"--git-dir={home}", "cat-file", "--batch"],
            cwd=home,
            env=_environment(home) | {"GIT_OBJECT_DIRECTORY": str(self._objects)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._git, self._timer = asked, threading.Timer(SECONDS, asked.kill)
        self._timer.start()
        if sys.platform == "linux":  # it reads nothing before it is asked
            resource.prlimit(asked.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
        return asked

    def close(self) -> None:
        """End git."""
        if self._git is not None and self._timer is not None:
            self._timer.cancel()
            self._git.kill()
            self._git.communicate()
            self._git = None

    def __enter__(self) -> Clone:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


def _environment(home: Path) -> dict[str, str]:
    off = ("GIT_CONFIG_NOSYSTEM", "GIT_NO_REPLACE_OBJECTS", "GIT_NO_LAZY_FETCH")
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
        **dict.fromkeys(off, "1"),
    }


@cache
def _empty_repository() -> Path:
    home = Path(tempfile.mkdtemp(prefix="grade-git-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for name in ("objects", "refs"):
        (home / name).mkdir()
    (home / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
    (home / "config").write_text(CONFIG, encoding="ascii")
    return home
