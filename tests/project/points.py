"""The points of this assignment: tests that ask for them hold when an exercise is added."""

from __future__ import annotations

from pathlib import Path

from grader.rubric import Suite, load

RUBRIC = load(Path(__file__).resolve().parents[2])
TOTAL = RUBRIC.points
MANY = len(RUBRIC.exercises)


def worth(suite: Suite) -> dict[str, int]:
    """The points of each exercise in a suite."""
    return {one.id: one.worth(suite) for one in RUBRIC.exercises}


PUBLIC = sum(worth("public").values())
HIDDEN = TOTAL - PUBLIC
