"""What graded: versions, and digests that change whenever marks could change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from grader import __version__
from grader.jobs import Ready
from grader.rubric import Rubric, released
from grader.scorecard import Grader

ENGINE = Path(__file__).resolve().parent
# Rooms that marks go through when they are made already, or not at all.
NO_MARKS = ("author", "cohort", "reports")


def grader_block(assignment: Path, rubric: Rubric, ready: Ready, *, confined: bool) -> Grader:
    """The scorecard's `grader` block for a slot that said `ready`."""
    return Grader(
        version=__version__,
        suite_digest=suite_digest(assignment, rubric, ready, confined=confined),
        public_digest=public_digest(assignment, rubric),
        python=ready.python,
        numpy=ready.numpy,
        confined="kernel" if confined else "no",
    )


def suite_digest(assignment: Path, rubric: Rubric, ready: Ready, *, confined: bool) -> str:
    """SHA-256 over tests, rubric, given files, engine, Python, numpy and confinement."""
    says = f"{ready.python} {ready.numpy} {confined}".encode()
    files = ("grading.json", *rubric.submission.given)
    return _digest(assignment, says, files, ("tests", "tests/public", "tests/hidden"))


def public_digest(assignment: Path, rubric: Rubric) -> str:
    """SHA-256 over the public tests, what they need and the engine, wherever they run.

    A bundle without hidden tests and the repository it came from give the same one.
    """
    files = rubric.submission.given
    return _digest(assignment, released(rubric), files, ("tests", "tests/public"))


def _digest(assignment: Path, says: bytes, files: Iterable[str], folders: Iterable[str]) -> str:
    suite = [assignment / name for name in files]
    suite += [
        path
        for folder in folders
        for path in sorted((assignment / folder).glob("*"))
        if path.suffix in (".py", ".json")
    ]
    engine = [
        path
        for path in sorted(ENGINE.rglob("*.py"))
        if path.relative_to(ENGINE).parts[0] not in NO_MARKS
    ]
    digest = hashlib.sha256(says)
    for root, paths in ((assignment, suite), (ENGINE, engine)):
        for path in paths:
            name = path.relative_to(root).as_posix()
            digest.update(f"\0{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
