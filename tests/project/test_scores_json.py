"""scores.json as a hostile hand would write it: a clear error or a finding, never a crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.cohort import scores_json
from grader.cohort.published import compare
from grader.roll import CannotGradeClass
from tests.project import rolls
from tests.project.test_published import ASSIGNMENT, entry, scores, some

GOOD = scores([entry(some())])


def read(folder: Path, file: object) -> tuple[dict[str, scores_json.Entry], list[str]]:
    path = folder / "scores.json"
    if isinstance(file, bytes):
        path.write_bytes(file)
    else:
        path.write_text(file if isinstance(file, str) else json.dumps(file), "utf-8")
    entries, findings = scores_json.read(path, ASSIGNMENT)
    assert all(one.kind == "unreadable" for one in findings)
    return entries, [one.text for one in findings]


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        (b"\xff\xfe\x00", "no JSON"),
        ("[]", "Expected `object`, got `array`"),
        ("null", "Expected `object`, got `null`"),
        ("[" * 100_000, "nested too deeply"),
        ({"schema": "classroom50/scores/v2", "assignments": {}}, "classroom50/scores/v2"),
        ({"schema": "classroom50/scores/v1", "assignments": []}, ".assignments is not"),
        ({"schema": "classroom50/scores/v1", "assignments": {}}, "it has none"),
        ({"schema": "classroom50/scores/v1"}, "assignments"),
        ({**GOOD, "assignments": {ASSIGNMENT: {"entries": 5}}}, ".entries is not"),
        ({**GOOD, "assignments": {name: {"entries": []} for name in "ab"}}, "a, b"),
    ],
)
def test_a_file_that_is_no_scores_json(tmp_path: Path, file: object, told: str) -> None:
    with pytest.raises(CannotGradeClass) as error:
        read(tmp_path, file)
    assert told in str(error.value)
    assert "scores.json" in str(error.value)


def test_files_that_are_not_there_or_huge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (tmp_path / "nowhere.json", tmp_path):
        with pytest.raises(CannotGradeClass, match="cannot be read"):
            scores_json.read(path, ASSIGNMENT)
    monkeypatch.setattr(scores_json, "MAX_BYTES", 1 << 10)
    with pytest.raises(CannotGradeClass, match="MiB"):
        read(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("broken", "place"),
    [
        (5, "entries[1] is not"),
        ({}, "owner"),
        ({"owner": 5, "submissions": []}, "entries[1].owner is not"),
        ({"owner": "x", "submissions": [{}]}, "entries[1].submissions[0] is not"),
        (entry(some(), lambda one: one.update(score=-1)), "submissions[0].score is not"),
        (entry(some(), lambda one: one.update(score=1.5)), "submissions[0].score is not"),
        (entry(some(), lambda one: one.update(score=10**400)), "submissions[0].score is not"),
        (entry(some(), lambda one: one.update(score=float("nan"))), "[0].score is not"),
        (entry(some(), lambda one: one.update(tests={})), "submissions[0].tests is not"),
        (entry(some(), lambda one: one["tests"][2].pop("score")), "tests[2] is not"),
        (entry(some(), lambda one: one.update(late="no")), "submissions[0].late is not"),
    ],
)
def test_one_broken_entry_costs_no_other(tmp_path: Path, broken: object, place: str) -> None:
    good = GOOD["assignments"][ASSIGNMENT]["entries"][0]
    entries, (text,) = read(tmp_path, scores([good, broken, {"owner": "b", "submissions": []}]))  # type: ignore[list-item]
    assert list(entries) == [good["owner"].casefold(), "b"]
    assert place in text
    assert "collect the scores again" in text


def test_what_cannot_be_read_is_not_said_to_be_missing(tmp_path: Path) -> None:
    row = some()
    broken = entry(row, lambda one: one.update(score=-1))
    path = tmp_path / "scores.json"
    path.write_text(json.dumps(scores([broken])), "utf-8")
    assert [one.kind for one in compare(rolls.roll_of([row]), path)] == ["unreadable"]


def test_an_owner_named_twice(tmp_path: Path) -> None:
    first, second = entry(some()), entry(some(), lambda one: one.update(score=0))
    entries, (text,) = read(tmp_path, scores([first, second]))
    assert next(iter(entries.values())).submissions[0].score > 0
    assert "entries[1] is a second entry" in text


def test_what_rows_hold_beside_the_contract_may_be_anything(tmp_path: Path) -> None:
    def odd(one: dict[str, Any]) -> None:
        one["extra"] = ["\ud800", 10**30, float("inf")]
        for line in one["tests"]:
            line.update({"suite-digest": {"a": [1]}, "submission-digest": 5, "message": "\x00"})

    row = some()
    path = tmp_path / "scores.json"
    path.write_text("\ufeff" + json.dumps(scores([entry(row, odd)])), "utf-8")
    assert compare(rolls.roll_of([row]), path) == []


def test_hostile_names_are_inert(tmp_path: Path) -> None:
    def hostile(one: dict[str, Any]) -> None:
        one.update(owner="\x1b[2J\u202e", commit="\n::error::", datetime="\u202e\n")

    row = some()
    strange = {**entry(row, hostile), "owner": "\x1b[2J\u202eevil"}
    path = tmp_path / "scores.json"
    path.write_text(json.dumps(scores([entry(row, hostile), strange, {"owner": "\r\n"}])), "utf-8")
    findings = compare(rolls.roll_of([row]), path)
    assert {one.kind for one in findings} == {"forged", "missing", "unreadable"}
    for one in findings:
        assert not set(one.text + one.username) & set("\x1b\u202e\r\n")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["owner", "submissions", "score", "tests", "max-score", "x"]), inner
        )
    ),
    max_leaves=12,
)


@given(JSON, st.sampled_from(sorted(entry(some())["submissions"][0])))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_is_told_or_taken(tmp_path: Path, value: object, name: str) -> None:
    row = some()
    changed = entry(row, lambda one: one.update({name: value}))
    path = tmp_path / "scores.json"
    for file in (scores([changed, value]), value):  # type: ignore[list-item]
        path.write_text(json.dumps(file), "utf-8")
        try:
            compare(rolls.roll_of([row]), path)
        except CannotGradeClass:
            assert file is value  # a broken entry is a finding
