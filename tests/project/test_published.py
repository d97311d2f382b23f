"""Published scores beside the regrade: forged, stale, missing, late, and honest ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from grader.cohort.published import compare, is_forged
from grader.reports import classroom50
from grader.roll import Finding, Row
from grader.scorecard import ExerciseResult, Scorecard, TestResult
from tests.project import rolls
from tests.project.points import PUBLIC

ASSIGNMENT = rolls.RUBRIC.assignment
Change = Callable[[dict[str, Any]], object]


def public(card: Scorecard) -> Scorecard:
    """The same work graded where no hidden test and no working function is at hand."""

    def alone(test: TestResult) -> TestResult:
        return structs.replace(test, points=0, outcome="failed") if test.follow_through else test

    def shown(one: ExerciseResult) -> ExerciseResult:
        tests = [alone(test) for test in one.tests if test.suite == "public"]
        most = sum(test.max_points for test in tests)
        points = sum(test.points for test in tests)
        return structs.replace(one, tests=tests, points=points, max_points=most)

    less = [shown(one) for one in card.exercises]
    points = sum(one.points for one in less)
    return structs.replace(card, suite="public", points=points, max_points=PUBLIC, exercises=less)


def submission(row: Row, card: Scorecard | None = None) -> dict[str, Any]:
    """What Classroom 50 stores of a result: all of it but the assignment."""
    assert row.card is not None
    name, commit = row.student.username, f"https://github.com/o/r/commit/{row.commit}"
    env = {"CLASSROOM": "nlp", "ASSIGNMENT": ASSIGNMENT, "OWNER": name, "COMMIT_URL": commit}
    result: dict[str, Any] = json.loads(classroom50.render(card or public(row.card), env))
    del result["assignment"]
    return result | {"datetime": "2026-11-30T20:00:00Z", "graded_at": "2026-12-01T00:00:00Z"}


def entry(row: Row, change: Change = lambda _: None, **more: Any) -> dict[str, Any]:
    found = submission(row)
    change(found)
    return {"owner": row.student.username, "submissions": [found], **more}


def scores(entries: list[dict[str, Any]], slug: str = ASSIGNMENT) -> dict[str, Any]:
    bucket = {"type": "individual", "entries": entries, "collected_at": "2026-12-01T00:00:00Z"}
    return {"schema": "classroom50/scores/v1", "assignments": {slug: bucket}}


def found(folder: Path, rows: list[Row], file: object, **more: Any) -> list[Finding]:
    path = folder / "scores.json"
    path.write_text(file if isinstance(file, str) else json.dumps(file), "utf-8")
    return compare(rolls.roll_of(rows, **more), path)


def independent(card: Scorecard) -> Scorecard:
    """The card without follow-through: what a public run can say too."""

    def alone(one: ExerciseResult) -> ExerciseResult:
        tests = [structs.replace(test, follow_through=False) for test in one.tests]
        return structs.replace(one, tests=tests)

    return structs.replace(card, exercises=[alone(one) for one in card.exercises])


def some(points: int = 50) -> Row:
    """A graded row in time, with half of it wrong and no follow-through."""
    for number in range(400):
        row = rolls.row(number, 3)
        if row.card and 10 < (row.card.points or 0) < points and public(row.card).points != PUBLIC:
            return structs.replace(row, card=independent(row.card), late=False)
    raise AssertionError("no such row")


def the(row: Row, change: Change, folder: Path, **more: Any) -> Finding:
    """The one finding where that is changed in the published score, in an honest class."""
    rows = [structs.replace(one, card=one.card and independent(one.card)) for one in CLASS]
    entries = [entry(one) for one in rows if one.card]
    (finding,) = found(folder, [*rows, row], scores([*entries, entry(row, change, **more)]))
    assert finding.username == row.student.username
    return finding


CLASS = [rolls.row(number, 8) for number in range(12)]


def all_right(result: dict[str, Any]) -> None:
    for line in result["tests"]:
        line.update(score=line["max-score"], passed=True, outcome="passed")
    result["score"] = result["max-score"]


def whole_suite(result: dict[str, Any]) -> None:
    result.update({"score": 100, "max-score": 100, "tests": []})


def own_rows(result: dict[str, Any]) -> None:
    line = {"test-name": "all", "passed": True, "score": 40, "max-score": 40}
    result.update({"score": 40, "max-score": 40, "tests": [line]})


def no_commit(result: dict[str, Any]) -> None:
    all_right(result)
    result["commit"] = "?"
    for line in result["tests"]:
        line["submission-digest"] = ""


def test_an_honest_file_raises_nothing(tmp_path: Path) -> None:
    rows = list(rolls.roll(60, seed=8).rows())
    rows = [structs.replace(row, card=row.card and independent(row.card)) for row in rows]
    honest = scores([entry(row) for row in rows if row.card])
    assert found(tmp_path, rows, honest) == []
    whole = [{**entry(r), "submissions": [submission(r, r.card)]} for r in rows if r.card]
    assert found(tmp_path, rows, scores(whole)) == []
    reversed_and_renamed = scores(honest["assignments"][ASSIGNMENT]["entries"][::-1], "hw-3")
    assert found(tmp_path, rows, reversed_and_renamed) == []


def test_a_regrade_without_hidden_tests_compares_what_it_has(tmp_path: Path) -> None:
    row = some()
    assert row.card is not None
    regraded = structs.replace(row, card=public(row.card))
    whole = {**entry(row), "submissions": [submission(row, row.card)]}
    assert found(tmp_path, [regraded], scores([whole]), suite="public") == []
    all_right(whole["submissions"][0])
    (finding,) = found(tmp_path, [regraded], scores([whole]), suite="public")
    assert finding.kind == "forged"


@pytest.mark.parametrize("forge", [all_right, whole_suite, own_rows, no_commit])
def test_forged(tmp_path: Path, forge: Change) -> None:
    row = some()
    finding = the(row, forge, tmp_path)
    assert finding.kind == "forged"
    assert is_forged([finding])
    assert "ask the student before you decide" in finding.text


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda result: result.update(score=34), "add up to"),
        (lambda result: result["tests"][0].update({"score": 9, "max-score": 3}), "more than"),
        (lambda result: result.update(owner="someone"), 'a result of "someone"'),
    ],
)
def test_scores_that_contradict_themselves(tmp_path: Path, change: Change, told: str) -> None:
    finding = the(some(), change, tmp_path)
    assert finding.kind == "forged"
    assert told in finding.text


def test_forged_tests_are_named_a_few(tmp_path: Path) -> None:
    text = the(some(), all_right, tmp_path).text
    assert f"{PUBLIC} of {PUBLIC} is published" in text
    assert 'It does not earn "' in text
    assert len(text) < 500  # as the terminal shows it


def test_a_class_graded_by_an_older_version_is_stale(tmp_path: Path) -> None:
    def old(result: dict[str, Any]) -> None:
        for line in result["tests"]:
            line["suite-digest"] = "0123456789abcdef"

    def forged(result: dict[str, Any]) -> None:
        old(result)
        all_right(result)

    rows = [structs.replace(row, card=independent(row.card)) for row in CLASS if row.card]
    entries = [entry(row, old) for row in rows] + [entry(some(), forged)]
    (finding,) = found(tmp_path, [*rows, some()], scores(entries))
    assert finding.kind == "stale"
    assert "another version" in finding.text


def test_another_commit_is_stale(tmp_path: Path) -> None:
    def elsewhere(result: dict[str, Any]) -> None:
        result["commit"] = "https://github.com/o/r/commit/" + "ab" * 20
        for line in result["tests"]:
            line["submission-digest"] = "9" * 16

    finding = the(some(), elsewhere, tmp_path)
    assert finding.kind == "stale"
    assert "abababababab" in finding.text
    assert some().commit[:12] in finding.text


def test_another_commit_with_the_same_files_is_the_same_work(tmp_path: Path) -> None:
    def elsewhere(result: dict[str, Any]) -> None:
        result["commit"] = "https://github.com/o/r/commit/" + "ab" * 20

    assert found(tmp_path, [some()], scores([entry(some(), elsewhere)])) == []


def test_missing(tmp_path: Path) -> None:
    gone = structs.replace(some(), status="no_submission", card=None, commit="")
    (finding,) = found(tmp_path, [gone], scores([entry(some())]))
    assert (finding.kind, finding.username) == ("missing", gone.student.username)
    (finding,) = found(tmp_path, [some()], scores([]))
    assert (finding.kind, finding.username) == ("missing", some().student.username)
    (finding,) = found(tmp_path, [], scores([entry(some())]))
    assert finding.kind == "missing"
    assert found(tmp_path, [gone], scores([])) == []


def test_untouched_stubs_need_no_published_score(tmp_path: Path) -> None:
    row = some()
    assert row.card is not None
    stubs = structs.replace(row, card=structs.replace(row.card, points=0))
    assert found(tmp_path, [stubs], scores([])) == []


def test_late(tmp_path: Path) -> None:
    finding = the(some(), lambda result: result.update(datetime="2026-12-02T00:00:00Z"), tmp_path)
    assert finding.kind == "late"
    assert "Apply your rule" in finding.text
    finding = the(some(), lambda result: result.update(late=True), tmp_path)
    assert finding.kind == "late"
    assert ", marked late in the published file" in finding.text


def test_late_work_beside_work_in_time(tmp_path: Path) -> None:
    row = some()
    late = submission(row) | {"commit": "x/" + "ab" * 20, "late": True}
    for line in late["tests"]:
        line["submission-digest"] = "9" * 16
    both = entry(row)
    both["submissions"].insert(0, late)
    (finding,) = found(tmp_path, [row], scores([both]))
    assert finding.kind == "late"
    assert "other work" in finding.text
    all_right(both["submissions"][1])
    kinds = [one.kind for one in found(tmp_path, [row], scores([both]))]
    assert kinds == ["forged", "late"]


def test_follow_through_is_no_forgery(tmp_path: Path) -> None:
    rows = [row for row in rolls.roll(60, seed=8).rows() if row.card]
    findings = found(tmp_path, rows, scores([entry(row) for row in rows]))
    assert {one.kind for one in findings} == {"follow_through"}
    assert not is_forged(findings)
    totals = [entry(row, lambda result: result.update(tests=[])) for row in rows]
    again = found(tmp_path, rows, scores(totals))
    assert [one.username for one in again] == [one.username for one in findings]
    assert {one.kind for one in again} == {"follow_through"}


def test_less_than_the_regrade_is_no_forgery(tmp_path: Path) -> None:
    def lower(result: dict[str, Any]) -> None:
        line = next(line for line in result["tests"] if line["score"])
        result["score"] -= line["score"]
        line["score"] = 0

    assert the(some(), lower, tmp_path).kind == "other"


def test_an_override_is_the_instructors(tmp_path: Path) -> None:
    finding = the(some(), all_right, tmp_path, override=True)
    assert finding.kind == "other"
    assert "override" in finding.text
    assert found(tmp_path, [some()], scores([entry(some(), override=True)])) == []


def test_a_broken_autograder_is_no_forgery(tmp_path: Path) -> None:
    def broke(result: dict[str, Any]) -> None:
        result.update({"score": 0, "max-score": 0, "tests": []})

    finding = the(some(), broke, tmp_path)
    assert finding.kind == "other"
    assert "did not run or broke" in finding.text


def test_members_of_a_group_need_no_entry(tmp_path: Path) -> None:
    row, other = some(), structs.replace(rolls.row(0, 1), late=False)
    members = [row.student.username, other.student.username.upper()]
    assert found(tmp_path, [row, other], scores([entry(row, member_usernames=members)])) == []


def test_the_gravest_come_first(tmp_path: Path) -> None:
    rows = [structs.replace(row, card=row.card and independent(row.card)) for row in CLASS]
    entries = [entry(row) for row in rows if row.card]
    entries[0]["submissions"][0]["late"] = True
    entries[1]["submissions"][0]["score"] += 1
    del entries[2]
    kinds = [one.kind for one in found(tmp_path, rows, scores(entries))]
    assert kinds == ["forged", "missing", "late"]
