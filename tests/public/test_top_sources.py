"""top_sources: rows are queries, so the answer is read along a row."""

from tests.cases import top_sources
from tests.checks import Submission, expect
from tests.public import lesson_matrix

A = [
    [0.17, 0.18, 0.50, 0.15],
    [0.62, 0.25, 0.08, 0.05],
    [0.47, 0.01, 0.48, 0.04],
    [0.01, 0.90, 0.06, 0.03],
]
CASES = [
    top_sources(A).gives(sources=[2, 0, 2, 1], weights=[0.50, 0.62, 0.48, 0.90]),
    top_sources(lesson_matrix.A).gives(lesson_matrix.SOURCES, lesson_matrix.FOCUS),
]


def test_sources(submission: Submission) -> None:
    expect(submission, CASES, results=["sources"])


def test_weights(submission: Submission) -> None:
    expect(submission, CASES, results=["weights"], unchanged=True)
