"""The page for students."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from msgspec import structs

from grader.reports import FORMATS
from grader.reports.markdown import LEFT_OUT, LIMIT, render
from grader.rubric import Rubric
from grader.scorecard import Scorecard, build, not_graded
from tests.project import toy_record as toy
from tests.project.pages import Page
from tests.project.test_reports import CARDS
from tests.project.toy_record import DOUBLE_KEPT, DOUBLE_SHOWN, SUM_KEPT, SUM_SHOWN, item, trouble


@pytest.fixture(scope="module")
def rubric(tmp_path_factory: pytest.TempPathFactory) -> Rubric:
    return toy.load_toy(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def partial(rubric: Rubric) -> Scorecard:
    first = toy.run_of(
        item(DOUBLE_SHOWN, "failed", said="double(2)\n  got 5", misconception="adds-3"),
        item(DOUBLE_KEPT, "failed", trouble("timed_out"), said="double(7919) is late"),
        item(SUM_SHOWN, "failed"),
        item(SUM_KEPT, "failed"),
    )
    again = {"tests": [item(SUM_SHOWN), item(SUM_KEPT, "failed", said="still wrong")]}
    record = toy.record(first, again, printed="hello ``` \n@octocat", printed_hidden="7919")
    return build(record, rubric, "all", toy.submission(), toy.GRADER)


def rows(text: str) -> list[list[str]]:
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| [")]
    return [[cell.strip() for cell in line] for line in lines]


def test_partial_marks(rubric: Rubric, partial: Scorecard) -> None:
    text = render(partial, rubric, "https://host/o/r/blob/abc/")
    assert text.startswith("## Two toys: 3 of 12 points\n")
    double, total = rows(text)
    assert double[0] == "[double](https://host/o/r/blob/abc/exercises/double.md)"
    assert double[1:] == ["0 of 5", "\u274c not right yet", "0 of 2", "0 of 3"]
    assert total[1:] == ["3 of 7", "\U0001f7e1 partly right \\*", "3 of 3", "0 of 4"]
    for words in (
        "\\* Some of these points were earned with a working function",
        "Right so far: [total](https://host/o/r/blob/abc/exercises/total.md) (1 of 2 tests).",
        "### Look first at [double]",
        "### Then [total]",
        "  got 5\n",
        "- Doubles an array (worth 3)",
        "did not come back in time",
        "hello ```",
    ):
        assert words in text
    assert "7919" not in text
    assert "still wrong" not in text
    page = Page(text)
    assert page.tags.count("details") == text.count("</details>") == 4
    assert not page.later


def test_links_lead_to_the_pages_of_this_push(
    rubric: Rubric, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"SERVER_URL": "https://host", "REPOSITORY": "o/r", "SHA": "abc"}.items():
        monkeypatch.setenv(f"GITHUB_{name}", value)
    card = toy.card_of(rubric)
    page = "/exercises/double.md"
    text = FORMATS["markdown"](card, rubric, "x", sys.stdout)
    assert f"[double](https://host/o/r/blob/abc{page})" in text
    monkeypatch.delenv("GITHUB_SHA")
    assert f"[double]({page[1:]})" in FORMATS["markdown"](card, rubric, "x", sys.stdout)


def test_full_marks_are_short(rubric: Rubric) -> None:
    text = render(toy.card_of(rubric), rubric)
    assert "12 of 12 points" in text
    assert "Well done" in text
    assert "[double](exercises/double.md)" in text
    for words in ("Look first", "Right so far", "details", "confined"):
        assert words not in text


def test_a_public_run_says_what_waits(rubric: Rubric) -> None:
    shown = toy.run_of(only=(DOUBLE_SHOWN, SUM_SHOWN))
    card = build(toy.record(shown), rubric, "public", toy.submission(), toy.GRADER)
    text = render(card, rubric)
    assert "5 of 5 public points" in text
    assert "7 more points wait for the regrade" in text
    assert [row[4] for row in rows(text)] == ["3 at the regrade", "4 at the regrade"]
    assert "All of it" not in text
    assert "All public tests pass. Well done!" in text


def test_a_mistake_is_named_once(rubric: Rubric) -> None:
    said = "double(2)\n  got 5\n\nThis looks like a known mistake: adds, not doubles."
    wrong = item(DOUBLE_SHOWN, "failed", said=said, misconception="adds-three")
    assert render(toy.card_of(rubric, wrong), rubric).count("a known mistake") == 1


def test_stubs(rubric: Rubric) -> None:
    stub = trouble("not_started", type_name="NotImplementedError", line=2)
    text = render(toy.card_of(rubric, *(item(name, "skipped", stub) for name in toy.ALL)), rubric)
    assert "### Not started yet: [double](exercises/double.md), [total]" in text
    assert "Look first" not in text


def test_one_reason_is_told_once(rubric: Rubric) -> None:
    told = trouble(type_name="SyntaxError", text="never closed", line=7, during="import")
    text = render(toy.card_of(rubric, *(item(name, "failed", told) for name in toy.ALL)), rubric)
    assert text.count("never closed") == 1
    assert "### Look first at starter/" in text
    assert ", line 7\n" in text
    assert [row[2] for row in rows(text)] == ["\u274c not tested"] * 2


def test_a_hidden_failure_alone_is_prose(rubric: Rubric) -> None:
    text = render(toy.card_of(rubric, item(SUM_KEPT, "failed", said="7919")), rubric)
    assert "numbers that are not shown" in text
    assert "```" not in text
    assert "7919" not in text


def test_unconfined_is_said(rubric: Rubric) -> None:
    card = structs.replace(toy.card_of(rubric), confined="no")
    assert "confined: no" in render(card, rubric)


def test_not_graded_is_no_mark(rubric: Rubric) -> None:
    text = render(not_graded("toy", "all", "tests/hidden/x.py is broken: 7919"), rubric)
    assert text.startswith("## Not graded\n")
    assert "no mark" in text
    assert "tell your instructor" in text
    assert not re.search(r"\d|hidden", text)


@pytest.mark.parametrize("text", ["$", "@a ", "`" * 9, "\U0001f600", "a\n", "<>&|", "\u202e"])
def test_it_stays_small(rubric: Rubric, text: str) -> None:
    card = toy.card_of(rubric, *(item(name, "failed", said="x") for name in toy.ALL))
    exercises = [
        structs.replace(
            one,
            id=f"{number}",
            message=f"{number}{text * 2000}",
            tests=[structs.replace(test, message=f"{number}{text * 3000}") for test in one.tests],
        )
        for number, one in enumerate(card.exercises * 25)
    ]
    page = render(structs.replace(card, exercises=exercises, printed=text * 70_000), rubric)
    assert len(page.encode()) < LIMIT + 1000
    assert LEFT_OUT in page
    assert not Page(page).unclosed


LISTS = {"ul", "li", "table", "thead", "tbody", "tr", "th", "td"}
KNOWN = LISTS | {"h2", "h3", "p", "a", "details", "summary", "pre", "code", "strong", "span"}


@given(CARDS)
def test_no_string_breaks_the_page(card: Scorecard) -> None:
    text = render(card, None)
    page = Page(text)
    assert {*page.tags} <= KNOWN
    assert not page.links
    assert not page.later
    assert not page.unclosed
    assert page.tags.count("tr") == (1 + len(card.exercises)) * (card.status == "graded")
    assert not any(line.lstrip().startswith("::") or "##[" in line for line in text.split("\n"))
