"""softmax on more axes, larger arrays, whole numbers and scores that are far apart."""

import numpy as np

from tests.cases import Array, Case, softmax
from tests.checks import Submission, expect
from tests.hidden import plain

LINE, TABLE = plain.random(11, 12), 3 * plain.random(12, 5, 4)
BOX, BATCH = plain.random(13, 2, 3, 4), plain.random(14, 2, 3, 2, 5)
COUNTS = np.array([[3, 0, 1, 0], [0, 0, 0, 2], [-2, 4, 1, 1]])
# Rows at three heights, each with whole steps inside: exact in float32 too.
HEIGHTS = np.array([[-10000], [0], [10000]]) + np.array([0, 1, 3, -2, 2])
FAR = np.array([[0, 10000, 9999, -10000], [-10000, -9998, 0, -20000], [5, 5, -10000, 4]])


def by_definition(x: Array, **axis: int) -> Case:
    return softmax(x, **axis).gives(plain.softmax(x, **axis))


def test_one_to_four_axes(submission: Submission) -> None:
    expect(submission, [by_definition(x) for x in (LINE, TABLE, BOX, BATCH)])


def test_every_axis(submission: Submission) -> None:
    cases = [by_definition(TABLE, axis=0), by_definition(LINE, axis=0)]
    cases += [by_definition(BOX, axis=axis) for axis in (0, 1, 2, -2)]
    cases += [by_definition(BATCH, axis=axis) for axis in (1, -3)]
    expect(submission, cases)


def test_huge_scores(submission: Submission) -> None:
    cases = [by_definition(HEIGHTS.astype(float)), by_definition(HEIGHTS.T * 1.0, axis=0)]
    cases += [by_definition(FAR * 1.0), by_definition(FAR * 1.0, axis=0)]
    expect(submission, cases)


def test_whole_numbers(submission: Submission) -> None:
    expect(submission, [by_definition(COUNTS), by_definition(COUNTS, axis=0)])


def test_input_unchanged(submission: Submission) -> None:
    expect(submission, [by_definition(TABLE), by_definition(BOX, axis=1)], unchanged=True)
