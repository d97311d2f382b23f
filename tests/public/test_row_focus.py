"""row_focus: the largest weight of each row, and the rows where it is most and least."""

from tests.cases import row_focus
from tests.checks import Submission, expect
from tests.public import lesson_matrix

A = [
    [0.17, 0.18, 0.50, 0.15],
    [0.62, 0.25, 0.08, 0.05],
    [0.47, 0.01, 0.48, 0.04],
    [0.01, 0.90, 0.06, 0.03],
]
CASES = [
    row_focus(A).gives(focus=[0.50, 0.62, 0.48, 0.90], most_focused=3, most_diffuse=2),
    row_focus(lesson_matrix.A).gives(lesson_matrix.FOCUS, most_focused=7, most_diffuse=1),
]


def test_focus(submission: Submission) -> None:
    expect(submission, CASES, results=["focus"], unchanged=True)


def test_most_focused_and_most_diffuse(submission: Submission) -> None:
    expect(submission, CASES, results=["most_focused", "most_diffuse"])
