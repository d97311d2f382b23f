"""softmax on more axes, larger arrays, whole numbers and scores that are far apart."""

import numpy as np

from tests.cases import Array, Case, softmax
from tests.checks import Submission, expect
from tests.hidden import plain


def by_definition(x: Array, **axis: int) -> Case:
    return softmax(x, **axis).gives(plain.softmax(x, **axis))


LINE, TABLE = plain.random(11, 12), 3 * plain.random(12, 5, 4)
BOX, BATCH = plain.random(13, 2, 3, 4), plain.random(14, 2, 3, 2, 5)
# Rows far below and far above 0, with small whole steps inside: exact in float32 too.
HEIGHTS = np.array([[-10000.0], [0.0], [10000.0]]) + np.array([0, 1, 3, -2, 2])
FAR = np.array([[0.0, 10000, 9999, -10000], [-10000, -9998, 0, -20000], [5, 5, -10000, 4]])
COUNTS = np.array([[3, 0, 1, 0], [0, 0, 0, 2], [-2, 4, 1, 1]])

# Alone on its axis, a score gets everything.
ALONE = plain.random(15, 6, 1)

RANKS = [by_definition(x) for x in (LINE, TABLE, BOX, BATCH, ALONE)]
AXES = [
    *(by_definition(x, axis=0) for x in (LINE, TABLE)),
    *(by_definition(BOX, axis=axis) for axis in (0, 1, 2, -2)),
    *(by_definition(BATCH, axis=axis) for axis in (1, -3)),
]
HUGE = [
    *(by_definition(x) for x in (HEIGHTS, FAR)),
    *(by_definition(x, axis=0) for x in (HEIGHTS.T, FAR)),
]
WHOLE = [by_definition(COUNTS), by_definition(COUNTS, axis=0)]
KEPT = [by_definition(TABLE), by_definition(BOX, axis=1)]


def test_one_to_four_axes(submission: Submission) -> None:
    expect(submission, RANKS)


def test_every_axis(submission: Submission) -> None:
    expect(submission, AXES)


def test_huge_scores(submission: Submission) -> None:
    expect(submission, HUGE)


def test_whole_numbers(submission: Submission) -> None:
    expect(submission, WHOLE)


def test_input_unchanged(submission: Submission) -> None:
    expect(submission, KEPT, unchanged=True)
