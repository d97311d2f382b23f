"""What a text for students tells of hidden tests and solutions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.project.attacking import ROOT, Four, secrets
from tests.project.attacking import leaks as told

SECRET = ("tests/hidden/*.py", "solutions/reference.py")
# What a release or a bundle holds anyway.
PUBLIC = ("tests/*.py", "tests/public/*.py", "starter/*.py", "exercises/*.md", "grader/**/*.py")
LONG = 20  # shorter lines are anybody's


def leaks(text: str) -> list[str]:
    """The hidden source lines and the runs of four hidden numbers that stand in `text`."""
    numbers = [" ".join(four) for four in told(text, hidden_numbers())]
    return [line for line in hidden_lines() if line in text] + numbers


@cache
def hidden_numbers() -> set[Four]:
    """Four numbers in a row of hidden inputs and expected values that are not public too."""
    return secrets()


@cache
def hidden_lines() -> list[str]:
    """Lines of secret files, without those that public files hold too."""
    return sorted(_lines(SECRET) - _lines(PUBLIC))


def _lines(patterns: Iterable[str]) -> set[str]:
    files: list[Path] = [file for pattern in patterns for file in ROOT.glob(pattern)]
    assert files, patterns
    lines = {line.strip() for file in files for line in file.read_text("utf-8").splitlines()}
    return {line for line in lines if len(line) > LONG}
