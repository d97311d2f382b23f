"""softmax on scores whose shares are fractions: e to the power of log 3 is 3."""

import numpy as np

from tests.cases import softmax
from tests.checks import Submission, expect

S = np.log([[1.0, 2.0, 3.0], [0.5, 2.5, 1.0]])
S_ROWS = [[1 / 6, 1 / 3, 1 / 2], [1 / 8, 5 / 8, 1 / 4]]
S_COLUMNS = [[2 / 3, 4 / 9, 3 / 4], [1 / 3, 5 / 9, 1 / 4]]

# Scores one apart, at any height: shares 1 / (1 + e) and e / (1 + e).
LESS, MORE = 0.268941, 0.731059
BIG = [[0, 1], [1000, 1001]]
GAP = [[0, 2000]]
LOW = [[-1000, -1001]]


def test_rows_sum_to_one(submission: Submission) -> None:
    expect(submission, [softmax(S).gives(S_ROWS)])


def test_axis(submission: Submission) -> None:
    expect(submission, [softmax(S, axis=0).gives(S_COLUMNS), softmax(S, axis=1).gives(S_ROWS)])


def test_huge_scores(submission: Submission) -> None:
    cases = [
        softmax(BIG).gives([[LESS, MORE], [LESS, MORE]]),
        softmax(GAP).gives([[0, 1]]),
        softmax(LOW).gives([[MORE, LESS]]),
    ]
    expect(submission, cases)
