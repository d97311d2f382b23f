"""self_attention on five tokens whose weights are fractions, and on the lesson's slice.

Token i is row i of the identity, so its query is row i of Wq and its key is column i of the
scores: query token 0 weighs key tokens 0, 1, 2, 3, 4 like 1 : 2 : 3 : 7 : 1.
"""

import numpy as np

from starter import lesson
from tests.cases import self_attention
from tests.checks import Submission, expect
from tests.public import lesson_matrix

TOKENS = np.eye(5)
Wq = 2 * np.log([[1.0, 2, 3, 7], [0.5, 2.5, 1, 3], [4.0, 1, 5, 2], [2.0, 6, 2, 9], [1.0, 1, 1, 1]])
Wk = TOKENS[:, :4]
Wv = [[24, 0, 0, 1], [0, 24, 0, 2], [48, 96, 12, 3], [0, 0, 60, 4], [120, 0, 0, 5]]

TWO_SEQUENCES = self_attention(TOKENS[[[0, 1, 2], [2, 3, 0]]], Wq, Wk, Wv).gives(
    out=[
        [[28, 56, 6, 7 / 3], [15, 39, 3, 17 / 8], [168 / 5, 252 / 5, 6, 21 / 10]],
        [
            [336 / 11, 480 / 11, 180 / 11, 27 / 11],
            [144 / 13, 192 / 13, 564 / 13, 44 / 13],
            [168 / 11, 288 / 11, 456 / 11, 38 / 11],
        ],
    ],
    weights=[
        [[1 / 6, 1 / 3, 1 / 2], [1 / 8, 5 / 8, 1 / 4], [2 / 5, 1 / 10, 1 / 2]],
        [[5 / 11, 2 / 11, 4 / 11], [2 / 13, 9 / 13, 2 / 13], [3 / 11, 7 / 11, 1 / 11]],
    ],
)

# Without positions, a token's row depends on the token, wherever it stands.
ROW_OF_0 = [1 / 8, 2 / 8, 1 / 8, 3 / 8, 1 / 8]
ROW_OF_1 = [1 / 10, 5 / 10, 1 / 10, 2 / 10, 1 / 10]
ROW_OF_2 = [4 / 18, 1 / 18, 4 / 18, 5 / 18, 4 / 18]
ROWS = np.array([ROW_OF_0, ROW_OF_1, ROW_OF_0, ROW_OF_2, ROW_OF_0])
BOTH_WAYS = [
    self_attention(TOKENS[[[0, 1, 0, 2, 0]]], Wq, Wk, Wv).gives(weights=[ROWS]),
    self_attention(TOKENS[[[0, 2, 0, 1, 0]]], Wq, Wk, Wv).gives(weights=[ROWS[::-1, ::-1]]),
]

LESSON = self_attention(lesson.X, lesson.Wq, lesson.Wk, lesson.Wv).gives(weights=[lesson_matrix.A])


def test_weights(submission: Submission) -> None:
    expect(submission, [TWO_SEQUENCES], results=["weights"])


def test_output(submission: Submission) -> None:
    expect(submission, [TWO_SEQUENCES], results=["out"])


def test_equal_tokens_get_equal_rows(submission: Submission) -> None:
    expect(submission, BOTH_WAYS)


def test_lesson_slice(submission: Submission) -> None:
    expect(submission, [LESSON], unchanged=True)
