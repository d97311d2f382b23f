"""top_sources on larger matrices, the lesson at full precision, and one position."""

import numpy as np

from starter import lesson
from tests.cases import Array, Case, top_sources
from tests.checks import Submission, expect
from tests.hidden import plain


def by_definition(A: Array) -> Case:
    sources, weights = plain.largest(A)
    return top_sources(A).gives(sources=sources, weights=weights)


A = plain.attention(lesson.X, lesson.Wq, lesson.Wk, lesson.Wv)["weights"][0]
LESSON = [by_definition(A), by_definition(A[::-1, ::-1])]
MATRICES = [plain.softmax(2 * plain.random(T, T, T)) for T in (5, 7, 12)]
# The two largest weights of a row are close, and the larger stands on either side.
CLOSE = np.array(
    [
        [0.332, 0.336, 0.331, 0.001],
        [0.251, 0.25, 0.25, 0.249],
        [0, 0.4, 0.2, 0.4001],
        [0.3, 0.1, 0.31, 0.29],
    ]
)
LARGER = [by_definition(A) for A in (*MATRICES, CLOSE)]
ONE_AND_FLOAT32 = [by_definition(A) for A in (np.ones((1, 1)), MATRICES[2].astype(np.float32))]


def test_larger_matrices(submission: Submission) -> None:
    expect(submission, LARGER)


def test_lesson_matrix(submission: Submission) -> None:
    expect(submission, LESSON)


def test_float32_and_one_position(submission: Submission) -> None:
    expect(submission, ONE_AND_FLOAT32)


def test_matrix_unchanged(submission: Submission) -> None:
    expect(submission, LARGER[1:3], unchanged=True)
