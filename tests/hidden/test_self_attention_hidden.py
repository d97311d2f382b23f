"""self_attention on other seeds and sizes, and the lesson at full precision."""

import numpy as np

from starter import lesson
from tests.cases import Array, Case, self_attention
from tests.checks import Submission, expect
from tests.hidden import plain


def head(seed: int, B: int, T: int, C: int, hs: int) -> list[Array]:
    """X and three projections, scaled so that rows are neither flat nor on one key."""
    projections = [1.5 * plain.random(seed + i, C, hs) / np.sqrt(C) for i in (1, 2, 3)]
    return [plain.random(seed, B, T, C), *projections]


def by_definition(arrays: list[Array]) -> Case:
    return self_attention(*arrays).gives(**plain.attention(*arrays))


LESSON = [lesson.X, lesson.Wq, lesson.Wk, lesson.Wv]
WIDE, LONG, FLAT = head(20, 3, 4, 5, 2), head(30, 2, 7, 3, 6), head(40, 4, 5, 2, 3)
SINGLE = head(60, 5, 1, 4, 3)
WHOLE = [np.rint(array).astype(int) for array in head(50, 2, 4, 3, 5)]
# All scores of a query stand at 10000, 0 or -10000, one to four apart; all numbers are whole,
# so that float32 holds them too.
HUGE = [
    np.eye(5)[[[0, 1, 2, 3, 4, 1], [4, 3, 3, 0, 2, 1]]],
    np.array([[200, 2, 1, 0], [-200, 1, 0, 0], [0, 2, -1, 1], [200, 0, 3, 0], [-200, -1, 1, 2]]),
    np.array([[100, 1, 0, 2], [100, 0, 1, 1], [100, 1, 1, 0], [100, -1, 2, 0], [100, 2, -1, 3]]),
    np.arange(20.0).reshape(5, 4) % 7,
]


def test_other_sizes(submission: Submission) -> None:
    expect(submission, [by_definition(arrays) for arrays in (WIDE, LONG, FLAT)])


def test_lesson_slice(submission: Submission) -> None:
    expect(submission, [by_definition(LESSON)])


def test_order_of_positions(submission: Submission) -> None:
    X, *W = LONG
    want = plain.attention(X, *W)
    order = [3, 0, 6, 1, 5, 2, 4]
    shuffled = self_attention(X[:, order], *W).gives(
        out=want["out"][:, order], weights=want["weights"][:, order][:, :, order]
    )
    expect(submission, [shuffled])


def test_one_position(submission: Submission) -> None:
    expect(submission, [by_definition(SINGLE), by_definition(WIDE)])


def test_huge_scores(submission: Submission) -> None:
    expect(submission, [by_definition(HUGE)])


def test_whole_numbers(submission: Submission) -> None:
    expect(submission, [by_definition(WHOLE)])


def test_inputs_unchanged(submission: Submission) -> None:
    expect(submission, [by_definition(LONG)], unchanged=True)
