"""nudge_positions with other shapes and steps, whole numbers, and the lesson's slice."""

import numpy as np

from starter import lesson
from tests.cases import Array, Case, nudge_positions
from tests.checks import Submission, expect
from tests.hidden import plain


def by_definition(X: Array, **step: float) -> Case:
    by = step.get("step", 0.3)
    moved = [[[value + by * t for value in row] for t, row in enumerate(x)] for x in X]
    return nudge_positions(X, **step).gives(moved)


WIDE, LONG = plain.random(71, 4, 5, 3), plain.random(72, 1, 9, 2)
# As many positions as channels; one channel and more positions than the slice has.
SQUARE, THIN = plain.random(73, 2, 4, 4), plain.random(74, 3, 13, 1)
COUNTS = np.arange(60).reshape(3, 4, 5) % 11
STEPS = [
    *(by_definition(WIDE, step=step) for step in (-1.25, 0.0, 2)),
    *(by_definition(X, step=0.25) for X in (SQUARE, THIN)),
]
LESSON = [by_definition(lesson.X), by_definition(LONG, step=-0.3)]
WHOLE = [by_definition(COUNTS), by_definition(COUNTS, step=0.75)]
KEPT = [by_definition(WIDE), by_definition(COUNTS, step=2)]


def test_other_shapes_and_steps(submission: Submission) -> None:
    expect(submission, STEPS)


def test_lesson_slice(submission: Submission) -> None:
    expect(submission, LESSON)


def test_whole_numbers(submission: Submission) -> None:
    expect(submission, WHOLE)


def test_input_unchanged(submission: Submission) -> None:
    expect(submission, KEPT, unchanged=True)
