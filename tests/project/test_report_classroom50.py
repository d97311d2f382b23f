"""result.json for Classroom 50: what its runner and its gradebook read."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from msgspec import structs

from grader.reports import classroom50
from grader.rubric import Rubric
from grader.scorecard import Scorecard, build, not_graded
from tests.project import toy_record as toy
from tests.project.toy_record import DOUBLE_KEPT, DOUBLE_SHOWN, SUM_SHOWN, item, trouble

SECRET = "double(7919) gave 7920"
RUNNER = {
    "CLASSROOM": "nlp",
    "ASSIGNMENT": "toy-one",
    "ASSIGNMENT_TYPE": "group",
    "SUBMISSION_TAG": "submit/20261130T235900Z-0123abc",
    "USERNAME": "ada",
    "OWNER": "ada",
    "COMMIT_URL": "https://host/commit",
    "RELEASE_URL": "https://host/release",
    "REVIEW_URL": "https://host/review",
}


@pytest.fixture(scope="module")
def rubric(tmp_path_factory: pytest.TempPathFactory) -> Rubric:
    return toy.load_toy(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def partial(rubric: Rubric) -> Scorecard:
    run = toy.run_of(
        item(DOUBLE_SHOWN, "failed", said="double(2)"),
        item(DOUBLE_KEPT, "failed", trouble("timed_out"), said=SECRET),
    )
    record = toy.record(run, printed="hello", printed_hidden=SECRET, notes=[SECRET])
    return build(record, rubric, "all", toy.submission(), toy.GRADER)


def read(card: Scorecard, **env: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(classroom50.render(card, env or RUNNER))
    return loaded


def test_the_contract(partial: Scorecard) -> None:
    result = read(partial)
    assert {name: result[name] for name in ("schema", "classroom", "assignment", "owner")} == {
        "schema": "classroom50/result/v1",
        "classroom": "nlp",
        "assignment": "toy-one",  # the name it has there, not ours
        "owner": "ada",
    }
    assert result["assignment_type"] == "group"
    assert result["submission"].startswith("submit/")
    assert [result[name] for name in ("commit", "release", "review")] == [
        "https://host/commit",
        "https://host/release",
        "https://host/review",
    ]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", result["datetime"])
    assert len(result) == 13  # no further field is allowed


def test_older_runners_set_less(partial: Scorecard) -> None:
    result = read(partial, USERNAME="ada", COMMIT_URL="https://host/commit")
    assert result["owner"] == "ada"
    assert result["assignment_type"] == "individual"
    assert result["review"] == "https://host/commit"


def test_rows_add_up(partial: Scorecard) -> None:
    result = read(partial)
    rows = result["tests"]
    assert sum(row["score"] for row in rows) == result["score"] == partial.points == 7
    assert sum(row["max-score"] for row in rows) == result["max-score"] == partial.max_points == 12
    assert [row["passed"] for row in rows] == [False, True, False, True]
    assert [row["outcome"] for row in rows] == ["failed", "passed", "timed_out", "passed"]
    assert [row["suite"] for row in rows] == ["public", "public", "hidden", "hidden"]


def test_nothing_that_a_hidden_test_said(partial: Scorecard) -> None:
    text = classroom50.render(partial, RUNNER)
    assert "7919" not in text
    assert "tests/hidden" not in text


def test_names_are_unique_and_do_not_depend_on_hidden_tests(rubric: Rubric) -> None:
    raw = structs.asdict(rubric)
    same = [
        structs.replace(one, tests=[structs.replace(test, title="Same") for test in one.tests])
        for one in raw["exercises"]
    ]
    twins = structs.replace(rubric, exercises=same)
    shown = toy.run_of(only=(DOUBLE_SHOWN, SUM_SHOWN))
    public = build(toy.record(shown), twins, "public", toy.submission(), toy.GRADER)
    alone, whole = classroom50.named(public), classroom50.named(toy.card_of(twins))
    assert [*whole] == ["double: Same", "total: Same", "double: Same (2)", "total: Same (2)"]
    assert {name: test.id for name, test in alone.items()} == {
        name: whole[name].id for name in alone
    }


def test_rows_say_what_was_graded_and_with_what(rubric: Rubric) -> None:
    grader = structs.replace(toy.GRADER, public_digest="ab" * 32)
    card = build(toy.record(toy.run_of()), rubric, "all", toy.submission(), grader)
    said = {(row["suite-digest"], row["submission-digest"]) for row in read(card)["tests"]}
    assert said == {(("ab" * 32)[:16], toy.submission().digest[:16])}


def test_not_graded_has_no_row_and_no_point() -> None:
    result = read(not_graded("toy", "public", "no fence here"))
    assert (result["score"], result["max-score"], result["tests"]) == (0, 0, [])
