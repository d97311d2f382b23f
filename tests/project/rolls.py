"""Rolls for tests: a class that nobody had to grade, made from the real rubric and a seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any, Literal

from msgspec import structs

from grader import rubric as rubrics
from grader.record import Kind
from grader.roll import Finding, Roll, Row, Student
from grader.rubric import Exercise, Rubric, Suite
from grader.scorecard import Digests, ExerciseResult, Scorecard, TestResult

ROOT = Path(__file__).resolve().parents[2]
RUBRIC = rubrics.load(ROOT)
MISTAKES: dict[str, Any] = json.loads((ROOT / "tests/misconceptions.json").read_text("utf-8"))
DEADLINE = datetime(2026, 11, 30, 23, 59, tzinfo=timezone.utc)
GRADER = {
    "version": "0.1.0",
    "suite_digest": "5" * 64,
    "public_digest": "6" * 64,
    "python": "3.11.7",
    "numpy": "2.4.6",
}
FIRST = ("Ada", "Ben", "Chen", "Dana", "Eve", "Farid", "Grace", "Håkon", "Inés", "Jún")
LAST = ("Adler", "Brook", "Castillo", "Díaz", "Eriksen", "Faure", "Gruber", "Haddad")
Outcome = Literal["passed"] | Kind
# What a roster, a folder name or a student may try on whoever reads the reports.
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "\u202eelgoog\u202c.py",
    '=HYPERLINK("http://x","y")',
    "</script><script>alert(1)</script>",
    "CON",
    "a/../../b",
    "[click](javascript:alert(1)) @everyone",
    "Ann",
    "ann",
    "x" * 300,
    "tab\tbell\x07esc\x1b[2Jzero\u200bwidth",
)


def student(number: int, rng: Random, name: str = "") -> Student:
    """One line of a roster; `name` is a hostile one."""
    first, last = rng.choice(FIRST), rng.choice(LAST)
    username = name or f"{first}{last}{number}".lower().encode("ascii", "ignore").decode()
    return Student(
        username=username,
        first_name=name or first,
        last_name=last,
        email=f"s{number}@example.edu",
        section=f"0{number % 3 + 1}",
        github_id=str(1000 + number),
        role="student",
    )


def result_of(test: rubrics.Test, outcome: Outcome = "passed") -> TestResult:
    """One test as the scorecard has it: all its points, or none."""
    lost = outcome != "passed"
    return TestResult(
        id=test.id,
        title=test.title,
        suite=test.suite,
        points=0 if lost else test.points,
        max_points=test.points,
        follow_through=False,
        outcome=outcome,
        message="ValueError in line 12 of starter/attention.py." if lost else "",
        detail="call(7919)\n  got       5\n  expected  HIDDEN-VALUE" if lost else "",
    )


def exercise_result(exercise: Exercise, suite: Suite, rng: Random, right: float) -> ExerciseResult:
    """One exercise: `right` is how likely a test passes."""
    tests = exercise.listed(suite)
    kinds: tuple[Kind, ...] = ("failed", "failed", "failed", "timed_out", "crashed")
    results = [
        result_of(test, "passed" if rng.random() < right else rng.choice(kinds)) for test in tests
    ]
    if right == 0 and rng.random() < 0.5:
        results = [result_of(test, "not_started") for test in tests]
    if exercise.relies_on and right < 1:
        results = [r if r.points else _rescued(r, rng) for r in results]
    lost = [result for result in results if not result.points]
    named = [name for name, one in MISTAKES.items() if one["function"] == exercise.function]
    idle = all(result.outcome == "not_started" for result in results)
    text = f'{exercise.function} fails "{lost[0].title}".\n{lost[0].message}' if lost else ""
    return ExerciseResult(
        id=exercise.id,
        function=exercise.function,
        status="not_started" if idle else "failed" if lost else "passed",
        points=sum(result.points for result in results),
        max_points=exercise.worth(suite),
        message=text or f"All {len(results)} tests passed.",
        misconception=rng.choice(named) if lost and named and not idle else None,
        tests=results,
    )


def _rescued(result: TestResult, rng: Random) -> TestResult:
    if rng.random() < 0.5:
        return result
    more = {"points": result.max_points, "outcome": "passed", "message": "", "detail": ""}
    return structs.replace(result, follow_through=True, **more)


def card(rng: Random, suite: Suite = "all", rubric: Rubric = RUBRIC, words: str = "") -> Scorecard:
    """A scorecard that was graded; `words` are the student's own."""
    ability = rng.choice((0.0, 0.5, 0.8, 1.0, 1.0))
    exercises = [
        exercise_result(one, suite, rng, rng.choice((ability, ability, 1.0)) if ability else 0)
        for one in rubric.exercises
    ]
    return Scorecard(
        assignment=rubric.assignment,
        status="graded",
        suite=suite,
        points=sum(one.points for one in exercises),
        max_points=sum(one.max_points for one in exercises),
        confined="kernel",
        submission=Digests(f"{rng.getrandbits(256):064x}", {"starter/attention.py": "0" * 64}),
        grader=GRADER,
        answers=dict.fromkeys(rubric.questions, words or "Each depends on what stands there."),
        exercises=exercises,
        printed=words,
        printed_hidden="HIDDEN-PRINT",
        notes=["tried to open a network connection"] if rng.random() < 0.1 else [],
    )


def row(number: int, seed: int, *, hostile: bool = False, suite: Suite = "all") -> Row:
    """Row `number` of a class: most graded, some without a submission, one in 20 not graded."""
    rng = Random(f"{seed}-{number}")
    name = HOSTILE[number] if hostile and number < len(HOSTILE) else ""
    who = student(number, rng, name)
    if not name and number % 15 == 4:
        return Row(student=who, status="no_submission")
    path = f"class/cs-{RUBRIC.assignment}-{who.username}"
    if not name and number % 20 == 11:
        reason = ["The slot ended; this says nothing about the submission."]
        return Row(student=who, status="not_graded", path=path, notes=reason)
    pushed = DEADLINE - timedelta(minutes=rng.randint(0, 5000))
    return Row(
        student=who,
        status="graded",
        card=card(rng, suite, words=name),
        path=path,
        commit=f"{rng.getrandbits(160):040x}",
        committed_at=pushed.isoformat(),
        late=rng.random() < 0.15,  # whether there are commits after the deadline
        seconds=round(rng.uniform(0.01, 4), 3),
        notes=[f"{name} is no folder name"] if name else [],
    )


def roll(
    students: int = 30,
    seed: int = 0,
    *,
    hostile: bool = False,
    suite: Suite = "all",
    confined: Literal["kernel", "no"] = "kernel",
    findings: list[Finding] | None = None,
) -> Roll:
    """A class of that many, row by row, the same for the same arguments.

    With `hostile` its first rows carry names that attack tables, pages, terminals and disks.
    """

    def rows() -> Iterator[Row]:
        return (row(number, seed, hostile=hostile, suite=suite) for number in range(students))

    return roll_of(rows, suite=suite, findings=findings or [], confined=confined)


def roll_of(rows: Any, **more: Any) -> Roll:
    """A roll of ready rows, or of a function that gives them."""
    given: dict[str, Any] = {
        "rubric": RUBRIC,
        "suite": "all",
        "rows": rows if callable(rows) else lambda: iter(rows),
        "at": DEADLINE.isoformat(),
        "graded_at": "2026-12-01T08:00:00+00:00",
        "grader": GRADER,
        "confined": "kernel",
        "titles": {name: str(one["title"]) for name, one in MISTAKES.items()},
        "notes": ["Commit dates are set by the student's own computer."],
    }
    return Roll(**(given | more))
