"""The scorecard as text and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from grader.record import Kind
from grader.reports import json as json_report
from grader.reports import text as text_report
from grader.rubric import Rubric
from grader.scorecard import Digests, ExerciseResult, Scorecard, TestResult, build, not_graded
from tests.project import toy_record as toy
from tests.project.toy_record import DOUBLE_KEPT, DOUBLE_SHOWN, SUM_KEPT, SUM_SHOWN, item, trouble


@pytest.fixture(scope="module")
def rubric(tmp_path_factory: pytest.TempPathFactory) -> Rubric:
    return toy.load_toy(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def partial(rubric: Rubric) -> Scorecard:
    first = toy.run_of(
        item(DOUBLE_SHOWN, "failed", said="double(2)\n  got       5\n  expected  4"),
        item(DOUBLE_KEPT, "failed", trouble("timed_out"), said="double(7919) is late"),
        item(SUM_SHOWN, "failed"),
        item(SUM_KEPT, "failed"),
    )
    again = {"tests": [item(SUM_SHOWN), item(SUM_KEPT, "failed", said="still wrong")]}
    record = toy.record(
        first,
        again,
        answers={"WHY": "Because.\n::error::gotcha"},
        printed="::set-output name=a::b\n",
        printed_hidden="##[error]x",
        notes=["a note"],
    )
    return build(record, rubric, "all", toy.submission(), toy.GRADER)


def test_full_marks(rubric: Rubric) -> None:
    text = text_report.render(toy.card_of(rubric), rubric)
    assert "Two toys" in text
    assert "12 of 12 points" in text
    assert "look at first" not in text
    assert "confined" not in text
    assert "\033" not in text


def test_partial_marks_say_what_is_right_and_what_to_do(rubric: Rubric, partial: Scorecard) -> None:
    text = text_report.render(partial, rubric)
    assert re.search(r"double .* 0 of 5 +failed$", text, re.MULTILINE)
    assert re.search(r"total .* 3 of 7 +failed \*$", text, re.MULTILINE)
    for words in (
        "3 of 12 points",
        "total (1 of 2 tests)",
        "│   got       5",
        "hidden   -3  timed out: Doubles an array",
        "double(7919) is late",
        "Why twice?",
        "a note",
    ):
        assert words in text
    assert text.index("What is right") < text.index("What to look at first")


def test_what_students_write_stays_behind_a_bar(rubric: Rubric, partial: Scorecard) -> None:
    text = text_report.render(partial, rubric)
    for words in ("::error::gotcha", "::set-output name=a::b", "## [error]x"):
        assert f"    │ {words}\n" in text


def test_a_public_run_says_that_more_will_come(rubric: Rubric) -> None:
    shown = toy.run_of(only=(DOUBLE_SHOWN, SUM_SHOWN))
    card = build(toy.record(shown), rubric, "public", toy.submission(), toy.GRADER)
    text = text_report.render(card, rubric)
    assert "5 of 5 public points" in text
    assert "7 more points at the regrade" in text
    assert "5 of 5 public points" in text_report.render(card)


def test_stubs(rubric: Rubric) -> None:
    stub = trouble("not_started", type_name="NotImplementedError", line=2)
    card = toy.card_of(rubric, *(item(name, "skipped", stub) for name in toy.ALL))
    text = text_report.render(card, rubric)
    assert "not started: double, total" in text
    assert "exercises/double.md" in text
    assert "Lost in" not in text


def test_one_reason_is_told_once(rubric: Rubric) -> None:
    told = trouble(type_name="SyntaxError", text="never closed", line=7, during="import")
    card = toy.card_of(rubric, *(item(name, "failed", told) for name in toy.ALL))
    text = text_report.render(card, rubric)
    assert text.count("never closed") == 1
    assert "double, total" in text
    refused = toy.submission("It is a folder.")
    card = build(toy.record(toy.run_of()), rubric, "all", refused, toy.GRADER)
    assert text_report.render(card, rubric).count("It is a folder.") == 1


def test_unconfined_is_said_in_one_line(rubric: Rubric) -> None:
    loose = structs.replace(toy.GRADER, confined="no")
    card = build(toy.record(toy.run_of()), rubric, "all", toy.submission(), loose)
    (line,) = [line for line in text_report.render(card, rubric).splitlines() if "confined" in line]
    assert "no" in line


def test_not_graded_looks_like_nothing_else() -> None:
    text = text_report.render(not_graded("toy", "all", "the disk\nis full"))
    assert text.startswith("!" * 80)
    assert "NOT GRADED" in text
    assert "says nothing about the submission" in text
    assert "│ is full" in text
    assert not re.search(r"\d+ of \d+", text)


def test_colour_only_adds(rubric: Rubric, partial: Scorecard) -> None:
    painted = text_report.render(partial, rubric, colour=True)
    assert "\033[" in painted
    assert re.sub(r"\033\[[\d;]*m", "", painted) == text_report.render(partial, rubric)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437", "utf-8"])
def test_any_terminal_can_print_it(rubric: Rubric, partial: Scorecard, encoding: str) -> None:
    text = text_report.render(partial, rubric, encoding=encoding)
    text.encode(encoding)
    assert re.search(r"^ \S double", text, re.MULTILINE)
    assert ("█" in text or "░" in text) == (encoding == "utf-8")


def test_only_all_points_fill_the_bar(rubric: Rubric) -> None:
    def bars(*lost: dict[str, Any]) -> list[str]:
        text = text_report.render(toy.card_of(rubric, *lost), rubric, encoding="ascii")
        return re.findall(r"[#.]{22}(?= )", text)

    assert bars() == ["#" * 22, "#" * 22]
    assert bars(item(DOUBLE_SHOWN, "failed")) == ["#" * 13 + "." * 9, "#" * 22]
    assert bars(*(item(name, "failed") for name in toy.ALL)) == ["." * 22, "." * 22]


def test_json_is_the_scorecard(partial: Scorecard) -> None:
    text = json_report.render(partial)
    assert text.endswith("}\n")
    assert text.startswith('{\n  "schema": "scorecard/1",\n  "assignment": "toy",')
    assert json.loads(text)["exercises"][1]["tests"][0]["follow_through"] is True
    assert json.loads(json_report.render(not_graded("toy", "all", "x")))["points"] is None


# Whatever the strings, also such as never come out of `build`.

WILD = st.text(
    st.characters()
    | st.characters(categories=["Cs", "Cc", "Cf", "Zl"])
    | st.sampled_from(": :#[\n\t\r\u4f60 "),
    max_size=200,
)
TESTS = st.builds(
    TestResult,
    id=WILD,
    title=WILD,
    suite=st.sampled_from(["public", "hidden"]),
    points=st.integers(0, 5),
    max_points=st.just(5),
    follow_through=st.booleans(),
    outcome=st.sampled_from(["passed", *get_args(Kind)]),
    message=WILD,
    detail=WILD,
    line=st.none() | st.integers(1, 99),
)
EXERCISES = st.builds(
    ExerciseResult,
    id=WILD,
    function=WILD,
    status=st.sampled_from(["passed", "failed", "not_started"]),
    points=st.integers(0, 20),
    max_points=st.just(20),
    message=WILD,
    misconception=st.none() | WILD,
    tests=st.lists(TESTS, max_size=2),
)
CARDS = st.builds(
    Scorecard,
    assignment=WILD,
    status=st.sampled_from(["graded", "not_graded"]),
    suite=st.sampled_from(["public", "hidden", "all"]),
    points=st.integers(0, 40),
    max_points=st.just(40),
    confined=st.sampled_from(["kernel", "no"]),
    submission=st.none() | st.builds(Digests, WILD, st.just({})),
    answers=st.dictionaries(WILD, WILD, max_size=2),
    exercises=st.lists(EXERCISES, max_size=2),
    printed=WILD,
    printed_hidden=WILD,
    notes=st.lists(WILD, max_size=2),
)


@given(CARDS, st.sampled_from(["utf-8", "cp1252", "ascii"]))
def test_no_string_breaks_the_page(card: Scorecard, encoding: str) -> None:
    text = text_report.render(card, encoding=encoding)
    text.encode(encoding)
    for line in text.split("\n"):
        assert text_report._columns(line) <= 80
        assert not line.lstrip().startswith("::")
        assert "##[" not in line
    assert text == text.replace("\r", "").replace("\t", "")


def test_reports_need_no_assignment(partial: Scorecard, tmp_path: Path) -> None:
    assert "WHY" in text_report.render(partial)
    assert str(tmp_path.parent) not in text_report.render(partial)
