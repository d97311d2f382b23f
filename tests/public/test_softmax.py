"""softmax on scores whose shares are fractions: e to the power of log 3 is 3."""

import numpy as np

from tests.cases import softmax
from tests.checks import Submission, expect

S = np.log([[1.0, 2.0, 3.0], [0.5, 2.5, 1.0]])
ROWS = softmax(S).gives([[1 / 6, 1 / 3, 1 / 2], [1 / 8, 5 / 8, 1 / 4]])
AXES = [
    softmax(S, axis=0).gives([[2 / 3, 4 / 9, 3 / 4], [1 / 3, 5 / 9, 1 / 4]]),
    softmax(S, axis=1).gives([[1 / 6, 1 / 3, 1 / 2], [1 / 8, 5 / 8, 1 / 4]]),
]

LESS, MORE = 0.268941, 0.731059  # the shares of two scores one apart, however high they stand
HUGE = [
    softmax([[0, 1], [1000, 1001]]).gives([[LESS, MORE], [LESS, MORE]]),
    softmax([[-1000, -1001]]).gives([[MORE, LESS]]),
    softmax([[0, 2000]]).gives([[0, 1]]),
]


def test_rows_sum_to_one(submission: Submission) -> None:
    expect(submission, [ROWS])


def test_axis(submission: Submission) -> None:
    expect(submission, AXES, unchanged=True)


def test_huge_scores(submission: Submission) -> None:
    expect(submission, HUGE)
