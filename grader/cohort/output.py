"""The output folder: what may be written there, and files that are there whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.cohort import store
from grader.roll import CannotGradeClass

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
    """Let `write` make a file beside the old one, then put it in its place.

    A reader sees the old or the new; a crash leaves no half of it.
    """
    aside = path.with_name(ASIDE)
    write(aside)
    aside.replace(path)


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
