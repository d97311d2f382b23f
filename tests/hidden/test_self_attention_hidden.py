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


WIDE = by_definition(head(20, B=3, T=4, C=5, hs=2))
LONG = by_definition(head(30, B=2, T=7, C=3, hs=6))
FLAT = by_definition(head(40, B=4, T=5, C=2, hs=3))
# The sizes of WIDE with other numbers; all sizes equal; every size larger than on the slice.
AGAIN = by_definition(head(25, B=3, T=4, C=5, hs=2))
EQUAL = by_definition(head(70, B=3, T=3, C=3, hs=3))
LARGE = by_definition(head(80, B=1, T=12, C=18, hs=20))
SINGLE = by_definition(head(60, B=5, T=1, C=4, hs=3))
WHOLE = by_definition([np.rint(array).astype(int) for array in head(50, B=2, T=4, C=3, hs=5)])

PROJECTIONS = [lesson.Wq, lesson.Wk, lesson.Wv]
LESSON = by_definition([lesson.X, *PROJECTIONS])
# Here rows 3 and 8 differ by no more than 0.0001.
NUDGED = by_definition([lesson.X + 0.3 * np.arange(lesson.T)[:, np.newaxis], *PROJECTIONS])

# All scores of a query stand at 10000, 0 or -10000, one to four apart; all numbers are whole,
# so that float32 holds them too.
HUGE = by_definition(
    [
        np.eye(5)[[[0, 1, 2, 3, 4, 1], [4, 3, 3, 0, 2, 1]]],
        np.array(
            [[200, 2, 1, 0], [-200, 1, 0, 0], [0, 2, -1, 1], [200, 0, 3, 0], [-200, -1, 1, 2]]
        ),
        np.array(
            [[100, 1, 0, 2], [100, 0, 1, 1], [100, 1, 1, 0], [100, -1, 2, 0], [100, 2, -1, 3]]
        ),
        np.arange(20.0).reshape(5, 4) % 7,
    ]
)
# Scores of one query lie 50 to 5000 apart, above, below and on either side of 0.
FAR = by_definition(
    [
        np.eye(3)[[[0, 1, 2]]],
        np.array([[0, 80, 40, 0], [-60, 0, -61, 0], [50, 50, -50, 0]]),
        100 * np.eye(3, 4),
        np.arange(12.0).reshape(3, 4) % 7,
    ]
)

ORDER = [3, 0, 6, 1, 5, 2, 4]
SHUFFLED = self_attention(LONG.args["X"][:, ORDER], *list(LONG.args.values())[1:]).gives(
    out=LONG.wants["out"][:, ORDER], weights=LONG.wants["weights"][:, ORDER][:, :, ORDER]
)


def test_other_sizes(submission: Submission) -> None:
    expect(submission, [WIDE, AGAIN, LONG, FLAT, EQUAL, LARGE])


def test_lesson_slice(submission: Submission) -> None:
    expect(submission, [LESSON, NUDGED])


def test_order_of_positions(submission: Submission) -> None:
    expect(submission, [SHUFFLED])


def test_one_position(submission: Submission) -> None:
    expect(submission, [SINGLE, WIDE])


def test_huge_scores(submission: Submission) -> None:
    expect(submission, [HUGE, FAR])


def test_whole_numbers(submission: Submission) -> None:
    expect(submission, [WHOLE])


def test_inputs_unchanged(submission: Submission) -> None:
    expect(submission, [LONG], unchanged=True)
