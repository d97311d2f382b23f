"""The graded suites against right and wrong functions: who earns what."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from starter import lesson
from tests.hidden import plain, working
from tests.local import failure
from tests.project.bounds import CONSTANT, RIGHT, WORKSHEET
from tests.project.variants import FUNCTIONS, WRONG, Functions
from tests.public import lesson_matrix

ROOT = Path(__file__).resolve().parents[2]
RUBRIC = json.loads((ROOT / "grading.json").read_text(encoding="utf-8"))
TESTS = [(exercise["id"], test) for exercise in RUBRIC["exercises"] for test in exercise["tests"]]
FULL = {exercise["id"]: exercise["points"] for exercise in RUBRIC["exercises"]}


class AtHand:
    """A submission of functions at hand. Counts the calls."""

    def __init__(self, functions: Functions) -> None:
        self.functions = functions
        self.calls: list[str] = []

    def call(self, name: str, *args: object, **options: object) -> Any:
        self.calls.append(name)
        try:
            return self.functions[name](*args, **options)
        except Exception as error:
            raise failure(error, "call", name) from None


def graded(test_id: str) -> Callable[[AtHand], None]:
    """A graded test as a function."""
    file, name = test_id.split("::")
    module = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    function: Callable[[AtHand], None] = getattr(module, name)
    return function


def earned(functions: Functions, suites: str = "public hidden") -> dict[str, int]:
    """The points of each exercise."""
    points = dict.fromkeys(FULL, 0)
    for exercise, test in TESTS:
        if test["suite"] in suites:
            try:
                with np.errstate(all="ignore"):
                    graded(test["id"])(AtHand(functions))
            except (pytest.fail.Exception, pytest.skip.Exception):
                continue
            points[exercise] += test["points"]
    return points


def test_grading_json_lists_what_pytest_collects() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "tests/public",
        "tests/hidden",
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    collected = [line for line in run.stdout.splitlines() if "::" in line]
    assert sorted(collected) == sorted(test["id"] for _, test in TESTS)


def test_points_add_up() -> None:
    assert sum(FULL.values()) == RUBRIC["points"]
    for name, full in FULL.items():
        assert full == sum(test["points"] for exercise, test in TESTS if exercise == name)
    public = sum(test["points"] for _, test in TESTS if test["suite"] == "public")
    assert 5 * public <= 2 * RUBRIC["points"]  # the hidden tests are worth most
    assert all(1 <= test["points"] <= 5 for _, test in TESTS)


def test_no_test_calls_another_exercise_or_calls_often() -> None:
    for exercise, test in TESTS:
        submission = AtHand(FUNCTIONS)
        graded(test["id"])(submission)
        assert set(submission.calls) == {exercise}
        assert len(submission.calls) <= 12


@pytest.mark.parametrize("road", RIGHT)
def test_right_by_any_road(road: str) -> None:
    assert earned(RIGHT[road]) == FULL


@pytest.mark.parametrize("constant", CONSTANT)
def test_constants_earn_at_most_a_fifth(constant: str) -> None:
    points = earned(CONSTANT[constant])
    assert all(5 * points[name] <= full for name, full in FULL.items()), points


def test_a_worksheet_learnt_by_heart_earns_no_hidden_point() -> None:
    assert earned(WORKSHEET, "hidden") == dict.fromkeys(FULL, 0)
    assert sum(earned(WORKSHEET, "public").values()) > 0


MISTAKES = [(exercise, name) for exercise, variants in WRONG.items() for name in variants]


@pytest.mark.parametrize(("exercise", "mistake"), MISTAKES)
def test_a_mistake_costs_its_own_exercise(exercise: str, mistake: str) -> None:
    points = earned(FUNCTIONS | {exercise: WRONG[exercise][mistake]})
    assert points.pop(exercise) < FULL[exercise]
    assert points == {name: full for name, full in FULL.items() if name != exercise}


def test_the_lesson_is_the_lesson() -> None:
    head = plain.attention(lesson.X, lesson.Wq, lesson.Wk, lesson.Wv)
    A = head["weights"][0]
    assert np.abs(A - lesson_matrix.A).max() < 1e-6
    assert np.abs(A - A.T).max() == pytest.approx(0.9962532427741182, abs=1e-12)
    assert head["out"].sum() == pytest.approx(-26.085695685652567, abs=1e-9)
    assert head["out"][0, 7, :4] == pytest.approx(
        [-0.236445, 3.877517, -1.807739, 1.186623], abs=1e-6
    )


def test_the_working_softmax_works() -> None:
    assert earned(FUNCTIONS | {"softmax": working.softmax}) == FULL
