"""Gradescope's results.json: public tests at once, hidden ones when grades are published.

Fields as documented in Gradescope's "Autograder Specifications". A row that is not yet visible
also keeps the total from students until then, so a hidden failure cannot be counted out of it.
"""

from __future__ import annotations

from typing import Any

from grader.plain import inert
from grader.reports import json
from grader.rubric import Rubric
from grader.scorecard import ExerciseResult, Scorecard, TestResult

HIDDEN_UNTIL = "after_published"
MAX_OUTPUT = 20_000  # characters of all that was printed


def render(card: Scorecard, rubric: Rubric | None = None) -> str:
    """Return results.json. Without a mark it has no score: an instructor must look at it."""
    results: dict[str, Any] = {
        "visibility": "visible",
        "stdout_visibility": "hidden",
        **{f"{part}_format": "text" for part in ("output", "test_output", "test_name")},
    }
    if card.status == "not_graded":
        results["output"] = (
            "NOT GRADED: the grader could not do its work. This says nothing about your "
            "submission and is no mark. Your instructor finds the reason in the autograder's log."
        )
    else:
        results["output"] = _summary(card, rubric)
        results["extra_data"] = {"grader": card.grader, "confined": card.confined}
        results["tests"] = [
            _row(exercise, test, f"{place}.{number}")
            for place, exercise in enumerate(card.exercises, 1)
            for number, test in enumerate(exercise.tests, 1)
        ]
    return json.render(results)


def _row(exercise: ExerciseResult, test: TestResult, number: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": f"{exercise.function}: {test.title}",
        "number": number,
        "score": test.points,
        "max_score": test.max_points,
        "status": "passed" if test.outcome == "passed" else "failed",
        "visibility": "visible" if test.suite == "public" else HIDDEN_UNTIL,
    }
    if test.suite == "public":
        row["output"] = test.message
    return row


def _summary(card: Scorecard, rubric: Rubric | None) -> str:
    """What to look at first, from the public tests alone."""
    tests = [test for exercise in card.exercises for test in exercise.tests]
    public = [test for test in tests if test.suite == "public"]
    lines = [f"{_sum(public)} of {sum(test.max_points for test in public)} public points."]
    hidden = sum(test.max_points for test in tests if test.suite == "hidden")
    if hidden:
        lines[0] += f" {hidden} more come from hidden tests; you see them with the grades."
    elif rubric and rubric.points > (card.max_points or 0):
        lines[0] += f" {rubric.points - (card.max_points or 0)} more come at the regrade."
    if card.confined == "no":
        lines.append("Graded unconfined: your code was not fenced by the kernel.")
    for number, (message, names) in enumerate(_first_looks(card).items()):
        lines.append(f"\n{'Then' if number else 'Look first'}: {', '.join(names)}\n{message}")
    if printed := card.printed.strip():
        lines.append(f"\nWhat your program printed:\n{inert(printed, MAX_OUTPUT)}")
    return "\n".join(lines)


def _first_looks(card: Scorecard) -> dict[str, list[str]]:
    """The functions by what to look at first; a message shared by several is said once."""
    looks: dict[str, list[str]] = {}
    for exercise in card.exercises:
        idle = exercise.status == "not_started"
        if any(not test.points for test in exercise.tests if test.suite == "public"):
            look = "Not started: read the page, then write it." if idle else exercise.message
            looks.setdefault(look, []).append(exercise.function)
    return looks


def _sum(tests: list[TestResult]) -> int:
    return sum(test.points for test in tests)
