"""row_focus on larger matrices, the lesson at full precision, and one position."""

import numpy as np

from starter import lesson
from tests.cases import Array, Case, row_focus
from tests.checks import Submission, expect
from tests.hidden import plain


def by_definition(A: Array) -> Case:
    focus = plain.largest(A)[1]
    most, least = focus.index(max(focus)), focus.index(min(focus))
    return row_focus(A).gives(focus=focus, most_focused=most, most_diffuse=least)


A = plain.attention(lesson.X, lesson.Wq, lesson.Wk, lesson.Wv)["weights"][0]
LESSON = [by_definition(A), by_definition(A[::-1, ::-1])]
# Here the largest weight, the entropy and the spread of a row each choose other rows.
MATRICES = [plain.softmax(2 * plain.random(133 + T, T, T)) for T in (5, 7, 12)]
# The most focused row stands first and the most diffuse last; then the most diffuse first.
FALLING = np.roll(plain.softmax(np.diag([4.0, 3.0, 2.0, 1.0, 0.5])), 2, axis=1)
# Two rows tie for the most focused and two for the most diffuse: one of them is asked for.
TIED = FALLING[[0, 4, 0, 2, 4]]
# The largest and the smallest focus win by 0.0001.
CLOSE = np.array(
    [
        [0.3101, 0.31, 0.2, 0.1799],
        [0.31, 0.28, 0.23, 0.18],
        [0.62, 0.21, 0.09, 0.08],
        [0.21, 0.08, 0.0899, 0.6201],
    ]
)
LARGER = [by_definition(A) for A in (*MATRICES, FALLING, FALLING[[4, 1, 3, 2, 0]], TIED, CLOSE)]
ONE_AND_FLOAT32 = [by_definition(A) for A in (np.ones((1, 1)), MATRICES[2].astype(np.float32))]


def test_larger_matrices(submission: Submission) -> None:
    expect(submission, LARGER)


def test_lesson_matrix(submission: Submission) -> None:
    expect(submission, LESSON)


def test_float32_and_one_position(submission: Submission) -> None:
    expect(submission, ONE_AND_FLOAT32)


def test_matrix_unchanged(submission: Submission) -> None:
    expect(submission, LARGER[1:3], unchanged=True)
