"""Errors on the student's own lines, as workflow commands."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from grader.reports.annotations import MOST, render
from grader.rubric import Rubric
from grader.scorecard import Scorecard, build, not_graded
from tests.project import toy_record as toy
from tests.project.test_reports import CARDS
from tests.project.toy_record import DOUBLE_SHOWN, SUM_KEPT, SUM_SHOWN, item, trouble


@pytest.fixture(scope="module")
def rubric(tmp_path_factory: pytest.TempPathFactory) -> Rubric:
    return toy.load_toy(tmp_path_factory.mktemp("toy"))


def test_one_error_for_each_exercise(rubric: Rubric) -> None:
    told = trouble(type_name="ValueError", line=7)
    card = toy.card_of(
        rubric,
        item(DOUBLE_SHOWN, "failed", told, "ValueError: 100%\n::error::x"),
        item(SUM_SHOWN, "failed", trouble(type_name="KeyError", line=9), "KeyError: b"),
        item(SUM_KEPT, "failed", trouble(type_name="KeyError", line=10), "KeyError: 7919"),
    )
    assert render(card, rubric).splitlines() == [
        "::error file=starter/toy.py,line=7,title=double::ValueError: 100%25%0A: :error::x",
        "::error file=starter/toy.py,line=9,title=total::KeyError: b",
    ]


def test_only_a_failure_of_the_students_own_has_a_line(rubric: Rubric) -> None:
    told = trouble(type_name="ValueError", line=7)
    report = toy.run_of(item(DOUBLE_SHOWN, "failed", told))
    found = toy.results(build(toy.record(report), rubric, "all", toy.submission(), toy.GRADER))
    assert {test.id: test.line for test in found.values() if test.line} == {DOUBLE_SHOWN: 7}
    refused = build(toy.record(report), rubric, "all", toy.submission("No file."), toy.GRADER)
    assert {test.line for test in toy.results(refused).values()} == {None}


def test_a_hidden_failure_says_no_more_than_its_message(rubric: Rubric) -> None:
    told = trouble(type_name="KeyError", text="7919", line=10)
    text = render(toy.card_of(rubric, item(SUM_KEPT, "failed", told, "KeyError: 7919")), rubric)
    assert "line=10" in text
    assert "7919" not in text


def test_one_cause_is_told_once(rubric: Rubric) -> None:
    told = trouble(type_name="SyntaxError", text="never closed", line=3, during="import")
    card = toy.card_of(rubric, *(item(name, "failed", told) for name in toy.ALL))
    (line,) = render(card, rubric).splitlines()
    assert "line=3,title=double%2C total::" in line


def test_without_a_line_there_is_nothing_to_say(rubric: Rubric) -> None:
    stub = trouble("not_started", type_name="NotImplementedError", line=2)
    assert render(toy.card_of(rubric), rubric) == ""
    assert render(toy.card_of(rubric, item(SUM_SHOWN, "failed")), rubric) == ""
    assert render(toy.card_of(rubric, item(SUM_SHOWN, "skipped", stub)), rubric) == ""
    assert render(not_graded("toy", "all", "the disk is full"), rubric) == ""


@given(card=CARDS)
def test_every_line_is_one_error(rubric: Rubric, card: Scorecard) -> None:
    lines = render(card, rubric).split("\n")
    assert lines.pop() == ""
    assert len(lines) <= MOST
    for line in lines:
        assert re.fullmatch(
            r"::error file=starter/toy\.py,line=\d+,title=[^:,\r\n]*::[^\r\n]*", line
        )
        assert "##[" not in line
