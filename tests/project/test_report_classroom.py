"""The line that GitHub Classroom's reporter reads."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest
from hypothesis import given
from msgspec import structs

from grader.reports.classroom import render
from grader.rubric import Rubric
from grader.scorecard import Scorecard, not_graded
from tests.project import toy_record as toy
from tests.project.test_reports import CARDS
from tests.project.toy_record import DOUBLE_KEPT, SUM_KEPT, SUM_SHOWN, item, trouble


@pytest.fixture(scope="module")
def rubric(tmp_path_factory: pytest.TempPathFactory) -> Rubric:
    return toy.load_toy(tmp_path_factory.mktemp("toy"))


def read(line: str) -> dict[str, Any]:
    assert re.fullmatch(r"[A-Za-z0-9+/]+=*\n", line)
    value: dict[str, Any] = json.loads(base64.b64decode(line))
    return value


def in_the_table(value: dict[str, Any]) -> float:
    """The reporter's own sum: the share of rows that passed."""
    rows = value["tests"]
    passed: int = sum(row["status"] == "pass" for row in rows)
    return passed / len(rows) * float(value["max_score"])


def in_the_notices(value: dict[str, Any]) -> int:
    return sum(row["score"] for row in value["tests"])


@pytest.mark.parametrize("lost", [[], [SUM_SHOWN], [DOUBLE_KEPT, SUM_KEPT], [*toy.ALL]])
def test_table_and_notices_tell_the_same_points(rubric: Rubric, lost: list[str]) -> None:
    card = toy.card_of(rubric, *(item(name, "failed") for name in lost))
    value = read(render(card))
    assert in_the_table(value) == in_the_notices(value) == card.points
    assert value["max_score"] == card.max_points == 12
    assert value["status"] == ("fail" if lost else "pass")
    assert value["version"] == 1
    assert all(row.keys() == {"name", "status", "score", "line_no"} for row in value["tests"])


def with_titles(card: Scorecard, title: str) -> Scorecard:
    exercises = [
        structs.replace(one, tests=[structs.replace(test, title=title) for test in one.tests])
        for one in card.exercises
    ]
    return structs.replace(card, exercises=exercises)


def test_names_keep_quotes_and_emoji_but_no_line_breaks(rubric: Rubric) -> None:
    title = 'it\'s "one"\n::notice::99/99\r\u2028 \U0001f600 \\ ##[error]'
    names = [row["name"] for row in read(render(with_titles(toy.card_of(rubric), title)))["tests"]]
    start = 'double: it\'s "one" : :notice::99/99<U+000D><U+2028> \U0001f600 \\ ## [error]'
    assert names[0] == f"{start} (1 of 2)"
    assert len(names) == len(set(names)) == 12


def test_a_row_names_the_students_own_line(rubric: Rubric) -> None:
    told = trouble(type_name="ValueError", line=7)
    rows = read(render(toy.card_of(rubric, item(SUM_SHOWN, "failed", told))))["tests"]
    assert [row["line_no"] for row in rows if row["status"] == "fail"] == [7, 7, 7]
    assert {row["line_no"] for row in rows if row["status"] == "pass"} == {0}


def test_equal_tests_are_one_row_each(rubric: Rubric) -> None:
    card = toy.card_of(rubric, item(SUM_KEPT, "failed"))
    exercises = [
        structs.replace(
            one,
            tests=[structs.replace(t, max_points=4, points=4 * bool(t.points)) for t in one.tests],
        )
        for one in card.exercises
    ]
    value = read(render(structs.replace(card, exercises=exercises, points=12, max_points=16)))
    assert [row["score"] for row in value["tests"]] == [4, 4, 4, 0]
    assert in_the_table(value) == 12


def test_no_mark_no_value() -> None:
    assert render(not_graded("toy", "all", "the disk is full")) == ""


@given(CARDS)
def test_nothing_but_one_short_line(card: Scorecard) -> None:
    line = render(card)
    if card.status == "graded":
        read(line)
        assert len(line) < 100_000


def test_long_names_are_cut(rubric: Rubric) -> None:
    card = with_titles(toy.card_of(rubric), "\U0001f600" * 2000)
    many = structs.replace(card, exercises=card.exercises * 80)  # 960 points
    assert len(render(many)) < 100_000
