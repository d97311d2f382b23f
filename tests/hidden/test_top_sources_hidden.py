"""top_sources on larger matrices, the lesson at full precision, and one position."""

import numpy as np

from starter import lesson
from tests.cases import Array, Case, top_sources
from tests.checks import Submission, expect
from tests.hidden import plain

LESSON = plain.attention(lesson.X, lesson.Wq, lesson.Wk, lesson.Wv)["weights"][0]
MATRICES = [plain.softmax(2 * plain.random(T, T, T)) for T in (5, 7, 12)]
ONE = np.array([[1.0]])


def by_definition(A: Array) -> Case:
    sources, weights = plain.largest(A)
    return top_sources(A).gives(sources=sources, weights=weights)


def test_larger_matrices(submission: Submission) -> None:
    expect(submission, [by_definition(A) for A in MATRICES])


def test_lesson_matrix(submission: Submission) -> None:
    expect(submission, [by_definition(LESSON), by_definition(LESSON[::-1, ::-1])])


def test_float32_and_one_position(submission: Submission) -> None:
    single = [A.astype(np.float32) for A in MATRICES]
    expect(submission, [by_definition(ONE), by_definition(single[1]), by_definition(single[2])])


def test_matrix_unchanged(submission: Submission) -> None:
    expect(submission, [by_definition(A) for A in MATRICES[1:]], unchanged=True)
