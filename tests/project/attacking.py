"""What tests with hostile submissions share: the attacks, one slot, what a student may read."""

from __future__ import annotations

import importlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from grader.scorecard import Scorecard
from tests.cases import Case
from tests.project.graded import Graded
from tests.project.points import MANY
from tests.project.solved import SOLVED

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).with_name("attacks")
# Each with what it must lose, by function, the seconds it may take, and notes if it must have any.
# "parts" are texts and how often they stand, for sources that are too long to be kept.
LABELS: dict[str, dict[str, Any]] = json.loads((FOLDER / "labels.json").read_text("utf-8"))
LIMITS = {
    "import_seconds": 2,
    "test_seconds": 1,
    "submission_seconds": 8 * MANY,
    "memory_mib": 512,
    "output_kib": 64,
}


def attack(name: str, **words: str) -> bytes:
    """The source of an attack, behind right functions; its @WORDS@ are replaced."""
    parts = LABELS.get(name, {}).get("parts")
    if parts is not None:
        return "".join(text * times for text, times in parts).encode("latin-1")
    source = SOLVED + (FOLDER / f"{name}.py").read_text("utf-8")
    for word, text in words.items():
        source = source.replace(f"@{word}@", text)
    return source.encode()


class Course(Graded):
    """This assignment with small limits."""

    def __init__(self, folder: Path, **limits: int) -> None:
        self.assignment = folder / "assignment"
        for part in ("tests", "starter", "exercises"):
            unwanted = shutil.ignore_patterns("__pycache__", "project")
            shutil.copytree(ROOT / part, self.assignment / part, ignore=unwanted)
        rubric = json.loads((ROOT / "grading.json").read_text("utf-8"))
        rubric["limits"] = LIMITS | limits
        (self.assignment / "grading.json").write_text(json.dumps(rubric), "utf-8")
        super().__init__(self.assignment, folder, "all", confined=True)


def lost(card: Scorecard) -> dict[str, str]:
    """The functions that lost points, of those that labels speak of, and the outcome words."""
    words = {
        one.function: sorted({test.outcome for test in one.tests if not test.points})
        for one in card.exercises
    }
    spoken_of = {function for label in LABELS.values() for function in label["lost"]}
    return {name: " ".join(found) for name, found in words.items() if found and name in spoken_of}


def marks(card: Scorecard) -> list[tuple[str, int, str]]:
    """What every test came to."""
    return [(test.id, test.points, test.outcome) for one in card.exercises for test in one.tests]


def for_students(card: Scorecard) -> str:
    """All that a student may read."""
    texts = [card.printed]
    for one in card.exercises:
        texts += [one.message, one.misconception or ""]
        texts += [test.message for test in one.tests]
    return "\n".join(texts)


# Numbers of hidden tests: four in a row are a leak.

Four = tuple[str, ...]


def digits(value: float) -> str | None:
    """The four significant digits of a number, or None for one that says nothing."""
    if not np.isfinite(value) or (value == round(value) and abs(value) < 100):
        return None
    return f"{abs(value):.3e}"[:5].replace(".", "")


def fours(numbers: Iterable[float]) -> set[Four]:
    """All runs of four numbers that say something."""
    told = [found for found in map(digits, numbers) if found]
    runs = {tuple(told[place : place + 4]) for place in range(len(told) - 3)}
    return {run for run in runs if len({*run}) > 1}  # the same four times says nothing


def cases(suite: str) -> Iterator[Case]:
    """The cases that the modules of a suite hold."""
    for file in sorted((ROOT / "tests" / suite).glob("test_*.py")):
        module = importlib.import_module(f"tests.{suite}.{file.stem}")
        for value in vars(module).values():
            for case in value if isinstance(value, list) else [value]:
                if isinstance(case, Case):
                    yield case


def secrets() -> set[Four]:
    """Runs of four numbers in hidden inputs and expected values that are not public too."""
    found: dict[str, set[Four]] = {}
    for suite in ("public", "hidden"):
        arrays = [
            array for case in cases(suite) for array in (*case.args.values(), *case.wants.values())
        ]
        found[suite] = set().union(*(fours(map(float, array.ravel())) for array in arrays))
    return found["hidden"] - found["public"]


def leaks(text: str, hidden: set[Four]) -> list[Four]:
    """The secrets that a text tells, as numbers or as digits in a row."""
    numbers = (float(number) for number in re.findall(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?", text))
    in_a_row = re.findall(r"\d{16,}", text.replace(".", "").replace(" ", ""))
    run = [four for four in hidden if any("".join(four) in row for row in in_a_row)]
    return sorted({*(fours(numbers) & hidden), *run})
