"""What students read tells nothing of hidden tests, whatever their code does."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterator

import pytest

from grader.reports import FORMATS
from grader.reports import json as json_report
from grader.rubric import Rubric, load
from grader.scorecard import Scorecard
from grader.worker import confinement
from tests.project.attacking import ROOT, Course, attack
from tests.project.leaks import hidden_lines, hidden_numbers, leaks

LACKING = confinement.floor()
pytestmark = pytest.mark.skipif(LACKING is not None, reason=str(LACKING))

FOR_STUDENTS = sorted(FORMATS.keys() - {"text", "json"})
CHAFFS = ("softmax-over-columns", "attention-no-scaling", "top-sources-by-column")
TELLS_ALL = """
import numpy as np
np.set_printoptions(threshold=100_000)

def softmax(x, axis=-1):
    print(x.tolist())
    return x

def self_attention(X, Wq, Wk, Wv):
    print(X.tolist(), Wq.tolist())
    raise ValueError(str(X.tolist()))

def top_sources(A):
    raise type(f"E{A.ravel().tolist()}", (Exception,), {})(repr(A.tolist()))

def row_focus(A):
    return A.tolist(), A, A

def nudge_positions(X, step=0.3):
    assert False, X.tolist()
"""


def wrong_everywhere() -> str:
    """The reference, with a known mistake in most functions and an exception in the others."""
    sources = [(ROOT / "solutions" / "reference.py").read_text("utf-8")]
    sources += [
        (ROOT / "solutions" / "chaffs" / f"{name}.py").read_text("utf-8") for name in CHAFFS
    ]
    return "\n".join([*sources, "row_focus = nudge_positions = lambda *_, **__: 1 / 0\n"])


SUBMISSIONS: dict[str, str | bytes] = {
    "tells all": TELLS_ALL,
    "wrong everywhere": wrong_everywhere(),
    "stubs": (ROOT / "starter" / "attention.py").read_text("utf-8"),
    "does not load": "import numpy as np\ndef softmax(x:\n",
    **{
        name: attack(name)
        for name in (
            "13_exceptions_that_carry_inputs",
            "14_line_numbers_that_carry_inputs",
            "16_prints_inputs",
            "18_remembers_inputs",
            "27_prints_from_a_trace",
        )
    },
}


@pytest.fixture(scope="module")
def rubric() -> Rubric:
    return load(ROOT)


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Scorecard]]:
    with Course(tmp_path_factory.mktemp("course")) as course:
        yield {name: course.grade(source) for name, source in SUBMISSIONS.items()}


@pytest.mark.parametrize("form", FOR_STUDENTS)
@pytest.mark.parametrize("name", SUBMISSIONS)
def test_nothing_hidden_is_told(
    cards: dict[str, Scorecard], rubric: Rubric, name: str, form: str
) -> None:
    text = FORMATS[form](cards[name], rubric, "attention.py", sys.stdout)
    if form == "classroom":
        text = base64.b64decode(text).decode()
    assert len(text) > 20 or form == "annotations"
    assert leaks(text) == []


def test_the_search_finds_what_the_instructor_is_told(cards: dict[str, Scorecard]) -> None:
    assert len(leaks(json_report.render(cards["tells all"]))) > 50
    assert {one.status for one in cards["wrong everywhere"].exercises} == {"failed"}
    line = hidden_lines()[0]
    assert leaks(f"before {line} after") == [line]
    assert len(hidden_lines()) > 50
    assert len(hidden_numbers()) > 500
