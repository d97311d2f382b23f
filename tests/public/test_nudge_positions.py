"""nudge_positions: position 0 stays, position 1 moves by one step, position 2 by two."""

import numpy as np

from tests.cases import nudge_positions
from tests.checks import Submission, expect

Z = np.arange(24.0).reshape(2, 3, 4)
BY_HALF = nudge_positions(Z, step=0.5).gives(
    [
        [[0, 1, 2, 3], [4.5, 5.5, 6.5, 7.5], [9, 10, 11, 12]],
        [[12, 13, 14, 15], [16.5, 17.5, 18.5, 19.5], [21, 22, 23, 24]],
    ]
)
BY_DEFAULT = nudge_positions(Z).gives(
    [
        [[0, 1, 2, 3], [4.3, 5.3, 6.3, 7.3], [8.6, 9.6, 10.6, 11.6]],
        [[12, 13, 14, 15], [16.3, 17.3, 18.3, 19.3], [20.6, 21.6, 22.6, 23.6]],
    ]
)


def test_step(submission: Submission) -> None:
    expect(submission, [BY_HALF])


def test_default_step(submission: Submission) -> None:
    expect(submission, [BY_DEFAULT])


def test_input_unchanged(submission: Submission) -> None:
    expect(submission, [BY_HALF, BY_DEFAULT], unchanged=True)
