"""results.json for Gradescope: what students see at once, later, and never."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.reports import gradescope
from grader.rubric import Rubric
from grader.scorecard import Scorecard, build, not_graded
from tests.project import toy_record as toy
from tests.project.toy_record import DOUBLE_KEPT, DOUBLE_SHOWN, SUM_KEPT, SUM_SHOWN, item, trouble

SECRET = "double(7919) gave 7920"


@pytest.fixture(scope="module")
def rubric(tmp_path_factory: pytest.TempPathFactory) -> Rubric:
    return toy.load_toy(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def partial(rubric: Rubric) -> Scorecard:
    run = toy.run_of(
        item(DOUBLE_SHOWN, "failed", said="double(2)\n  got       5\n  expected  4"),
        item(DOUBLE_KEPT, "failed", trouble(type_name="ValueError", line=3), said=SECRET),
        item(SUM_SHOWN),
        item(SUM_KEPT, "failed", said=SECRET),
    )
    record = toy.record(run, printed="hello \x1b[31m<b>", printed_hidden=SECRET, notes=[SECRET])
    return build(record, rubric, "all", toy.submission(), toy.GRADER)


def read(card: Scorecard, rubric: Rubric) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(gradescope.render(card, rubric))
    return loaded


def test_points_of_every_test(rubric: Rubric, partial: Scorecard) -> None:
    rows = read(partial, rubric)["tests"]
    assert sum(row["score"] for row in rows) == partial.points == 3
    assert sum(row["max_score"] for row in rows) == partial.max_points == 12
    assert {row["number"] for row in rows} == {"1.1", "1.2", "2.1", "2.2"}
    assert [row["status"] == "passed" for row in rows] == [bool(row["score"]) for row in rows]


def test_hidden_rows_wait_and_say_title_and_points_only(rubric: Rubric, partial: Scorecard) -> None:
    results = read(partial, rubric)
    shown, hidden = results["tests"][0::2], results["tests"][1::2]
    assert {row["visibility"] for row in shown} == {"visible"}
    assert {row["visibility"] for row in hidden} == {"after_published"}
    assert "got       5" in shown[0]["output"]
    assert {*hidden[0]} == {"name", "number", "score", "max_score", "status", "visibility"}
    assert results["stdout_visibility"] == "hidden"
    assert "7919" not in gradescope.render(partial, rubric)


def test_the_summary_is_made_of_public_tests_alone(rubric: Rubric, partial: Scorecard) -> None:
    output = read(partial, rubric)["output"]
    assert "3 of 5 public points. 7 more come from hidden tests" in output
    assert "Look first: double" in output
    # `total` has lost hidden points only, which students are not to know yet.
    assert "total" not in output
    assert "hello <b>" in output
    assert "\x1b" not in output


def test_stubs_are_named_together(rubric: Rubric) -> None:
    stub = trouble("not_started", type_name="NotImplementedError", line=2)
    card = toy.card_of(rubric, *(item(name, "skipped", stub) for name in toy.ALL))
    assert "Look first: double, total\nNot started" in read(card, rubric)["output"]


def test_a_public_run_says_that_more_will_come(rubric: Rubric) -> None:
    shown = toy.run_of(only=(DOUBLE_SHOWN, SUM_SHOWN))
    card = build(toy.record(shown), rubric, "public", toy.submission(), toy.GRADER)
    assert "5 of 5 public points. 7 more come at the regrade." in read(card, rubric)["output"]


def test_not_graded_is_no_mark(rubric: Rubric) -> None:
    results = read(not_graded("toy", "all", SECRET), rubric)
    assert "NOT GRADED" in results["output"]
    assert "score" not in results
    assert "tests" not in results
    assert SECRET not in str(results)
