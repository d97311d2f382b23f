"""The output folder: what may be written there, and files that are there whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.cohort import store
from grader.cohort.roll import CannotGradeClass

ASIDE = ".new"
Write = Callable[[Path], object]


def prepare(folder: Path) -> None:
    """Make the folder. Raises CannotGradeClass where it is somebody else's or cannot be made."""
    with told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not (folder / store.NAME).exists():
            raise CannotGradeClass(
                f"{folder} holds other files: give --output a new folder, or that of an earlier "
                "run."
            )


def put(path: Path, write: Write) -> None:
    """Let `write` make a file or a folder elsewhere, then put it in the place of the old one.

    A reader sees the old or the new; a crash leaves no half of it.
    """
    aside = path.with_name(ASIDE)
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    new = aside / path.name
    write(new)
    if path.is_dir():  # a folder cannot be replaced in one step
        path.rename(aside / "old")
    new.replace(path)
    shutil.rmtree(aside)


@contextmanager
def told(folder: Path) -> Iterator[None]:
    """Turn an error of the disk into what to do."""
    try:
        yield
    except OSError as error:
        raise CannotGradeClass(
            f"{folder} cannot be written to ({error.strerror}): make room there, mend its rights, "
            "or give another --output. What was graded there is kept."
        ) from error
