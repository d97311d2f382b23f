"""What graded: versions and a digest that changes whenever marks could change."""

from __future__ import annotations

import hashlib
from pathlib import Path

from grader import __version__
from grader.jobs import Ready
from grader.rubric import Rubric
from grader.scorecard import Grader


def grader_block(assignment: Path, rubric: Rubric, ready: Ready, *, confined: bool) -> Grader:
    """The scorecard's `grader` block for a slot that said `ready`."""
    return Grader(
        version=__version__,
        suite_digest=suite_digest(assignment, rubric, ready, confined=confined),
        python=ready.python,
        numpy=ready.numpy,
        confined="kernel" if confined else "no",
    )


def suite_digest(assignment: Path, rubric: Rubric, ready: Ready, *, confined: bool) -> str:
    """SHA-256 over tests, rubric, given files, engine, Python, numpy and confinement."""
    engine = Path(__file__).resolve().parent
    tests = assignment / "tests"
    files = [assignment / "grading.json", *(assignment / name for name in rubric.submission.given)]
    files += [
        path
        for folder in (tests, tests / "public", tests / "hidden")
        for path in sorted(folder.glob("*"))
        if path.suffix in (".py", ".json")
    ]
    digest = hashlib.sha256(f"{ready.python} {ready.numpy} {confined}".encode())
    for root, paths in ((assignment, files), (engine, sorted(engine.rglob("*.py")))):
        for path in paths:
            name = path.relative_to(root).as_posix()
            digest.update(f"\0{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
