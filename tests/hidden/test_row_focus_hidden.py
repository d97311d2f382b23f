"""row_focus on larger matrices, the lesson at full precision, and one position."""

import numpy as np

from starter import lesson
from tests.cases import Array, Case, row_focus
from tests.checks import Submission, expect
from tests.hidden import plain

LESSON = plain.attention(lesson.X, lesson.Wq, lesson.Wk, lesson.Wv)["weights"][0]
# Here the largest weight, the entropy and the spread of a row each choose other rows.
MATRICES = [plain.softmax(2 * plain.random(133 + T, T, T)) for T in (5, 7, 12)]
ONE = np.array([[1.0]])


def by_definition(A: Array) -> Case:
    focus = plain.largest(A)[1]
    most, least = focus.index(max(focus)), focus.index(min(focus))
    return row_focus(A).gives(focus=focus, most_focused=most, most_diffuse=least)


def test_larger_matrices(submission: Submission) -> None:
    expect(submission, [by_definition(A) for A in MATRICES])


def test_lesson_matrix(submission: Submission) -> None:
    expect(submission, [by_definition(LESSON), by_definition(LESSON[::-1, ::-1])])


def test_float32_and_one_position(submission: Submission) -> None:
    single = [A.astype(np.float32) for A in MATRICES]
    expect(submission, [by_definition(ONE), by_definition(single[1]), by_definition(single[2])])


def test_matrix_unchanged(submission: Submission) -> None:
    expect(submission, [by_definition(A) for A in MATRICES[1:]], unchanged=True)
