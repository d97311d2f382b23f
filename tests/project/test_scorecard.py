"""From a record to points and words."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.record import Kind
from grader.rubric import Rubric
from grader.scorecard import RecordFault, Scorecard, build, not_graded
from tests.project import toy_record as toy
from tests.project.toy_record import (
    DOUBLE_KEPT,
    DOUBLE_SHOWN,
    SUM_KEPT,
    SUM_SHOWN,
    build_from,
    item,
    results,
    trouble,
)

SECRET = "the hidden input was 7919"


@pytest.fixture(scope="module")
def rubric(tmp_path_factory: pytest.TempPathFactory) -> Rubric:
    return toy.load_toy(tmp_path_factory.mktemp("toy"))


def test_full_marks(rubric: Rubric) -> None:
    card = toy.card_of(rubric)
    assert (card.status, card.points, card.max_points, card.confined) == (
        "graded",
        12,
        12,
        "kernel",
    )
    assert [(one.status, one.points, one.message) for one in card.exercises] == [
        ("passed", 5, "All 2 tests passed."),
        ("passed", 7, "All 2 tests passed."),
    ]
    assert {(test.message, test.detail) for test in results(card).values()} == {("", "")}


TOP = """
    schema assignment status suite points max_points confined submission grader answers exercises
    printed printed_hidden notes
"""
EXERCISE = "id function status points max_points message misconception tests"
TEST = "id title suite points max_points follow_through outcome message detail line"


def test_the_json_has_these_fields_in_this_order(rubric: Rubric) -> None:
    fields = msgspec.to_builtins(toy.card_of(rubric))
    assert list(fields) == TOP.split()
    assert fields["schema"] == "scorecard/1"
    assert list(fields["submission"]) == ["digest", "files"]
    assert list(fields["submission"]["files"]) == [toy.FILE]
    versions = ["version", "suite_digest", "python", "numpy", "public_digest"]
    assert list(fields["grader"]) == versions
    assert list(fields["exercises"][0]) == EXERCISE.split()
    assert list(fields["exercises"][0]["tests"][0]) == TEST.split()


# Only a pass earns.


@pytest.mark.parametrize("outcome", ["failed", "skipped", "error", "xfailed", "xpassed"])
def test_nothing_but_a_pass_earns(rubric: Rubric, outcome: str) -> None:
    card = toy.card_of(rubric, item(DOUBLE_SHOWN, outcome))
    assert (card.points, results(card)[DOUBLE_SHOWN].outcome) == (10, "failed")


def test_a_skip_alone_is_not_not_started(rubric: Rubric) -> None:
    text = "('/grader/tests/conftest.py', 3, 'Skipped: not started')"
    card = toy.card_of(
        rubric, *(item(name, "skipped", said=text) for name in (DOUBLE_SHOWN, DOUBLE_KEPT))
    )
    assert card.exercises[0].status == "failed"
    assert "/grader" not in card.exercises[0].message + results(card)[DOUBLE_SHOWN].message


@pytest.mark.parametrize("kind", get_args(Kind))
def test_the_engine_words_each_outcome(rubric: Rubric, kind: str) -> None:
    told = trouble(kind, type_name="ValueError", text=SECRET, line=4)
    test = results(toy.card_of(rubric, item(DOUBLE_KEPT, "failed", told, SECRET)))[DOUBLE_KEPT]
    assert (test.outcome, test.points) == (kind, 0)
    assert len(test.message.split()) > 5
    assert "7919" not in test.message
    assert "7919" in test.detail


def test_not_started_needs_every_test(rubric: Rubric) -> None:
    stub = trouble("not_started", type_name="NotImplementedError", line=2)
    both = [item(name, "skipped", stub) for name in (DOUBLE_SHOWN, DOUBLE_KEPT)]
    card = toy.card_of(rubric, *both)
    assert card.exercises[0].status == "not_started"
    assert "exercises/double.md" in card.exercises[0].message
    assert toy.card_of(rubric, both[0]).exercises[0].status == "failed"


# Parameters, follow-through, refusals.


def test_parameters_are_all_or_nothing(rubric: Rubric) -> None:
    group = [item(DOUBLE_SHOWN + "[a]"), item(DOUBLE_SHOWN + "[b]", "failed", said="no")]
    test = results(toy.card_of(rubric, *group))[DOUBLE_SHOWN]
    assert (test.points, test.outcome) == (0, "failed")
    assert test.message == "1 of 2 inputs were right. First wrong: [b]\nno"
    assert results(toy.card_of(rubric, group[0]))[DOUBLE_SHOWN].points == 2
    kept = [item(DOUBLE_KEPT + "[7919]", "failed"), item(DOUBLE_KEPT + "[b]")]
    assert "7919" not in results(toy.card_of(rubric, *kept))[DOUBLE_KEPT].message


def follow(rubric: Rubric, again: list[dict[str, Any]]) -> Scorecard:
    first = toy.run_of(*(item(name, "failed", said="first") for name in toy.ALL[1:]))
    return build_from(rubric, first, {"tests": again})


def test_follow_through_earns_and_is_marked(rubric: Rubric) -> None:
    card = follow(rubric, [item(SUM_SHOWN), item(SUM_KEPT)])
    assert [exercise.points for exercise in card.exercises] == [2, 7]
    assert card.exercises[1].status == "passed"
    assert "2 of them with a working double beside it" in card.exercises[1].message
    test = results(card)[SUM_KEPT]
    assert (test.follow_through, test.outcome) == (True, "passed")


def test_what_fails_again_keeps_its_first_outcome(rubric: Rubric) -> None:
    told = trouble("timed_out", text=SECRET)
    card = follow(rubric, [item(SUM_SHOWN), item(SUM_KEPT, "failed", told, misconception="own")])
    test = results(card)[SUM_KEPT]
    assert (test.outcome, test.points, test.follow_through) == ("failed", 0, False)
    assert card.exercises[1].misconception == "own"
    assert "mend that first" not in card.exercises[1].message
    assert "7919" not in card.exercises[1].message


def test_a_test_left_to_the_follow_through(rubric: Rubric) -> None:
    first = toy.run_of(item(DOUBLE_SHOWN, "failed"), only=(DOUBLE_SHOWN, DOUBLE_KEPT))
    again = [item(SUM_SHOWN, "failed", said=SECRET), item(SUM_KEPT)]
    card = build_from(rubric, first, {"tests": again})
    assert results(card)[SUM_KEPT].follow_through
    assert (card.points, "7919" in results(card)[SUM_SHOWN].message) == (7, False)


def test_part_of_the_parameters_again_is_not_enough(rubric: Rubric) -> None:
    first = toy.run_of(item(SUM_KEPT + "[a]", "failed"), item(SUM_KEPT + "[b]", "failed"))
    card = build_from(rubric, first, {"tests": [item(SUM_KEPT + "[a]")]})
    assert results(card)[SUM_KEPT].points == 0


def test_without_follow_through_the_cause_is_named(rubric: Rubric) -> None:
    lost = [item(DOUBLE_SHOWN, "failed"), item(SUM_SHOWN, "failed")]
    message = toy.card_of(rubric, *lost).exercises[1].message
    assert message.startswith("total uses your double: mend that first.")
    assert "mend that first" not in toy.card_of(rubric, lost[1]).exercises[1].message


def test_a_refused_submission_gets_zero_and_the_reason(rubric: Rubric) -> None:
    card = build(toy.record(toy.run_of()), rubric, "all", toy.submission("Too large."), toy.GRADER)
    assert (card.status, card.points, card.max_points) == ("graded", 0, 12)
    assert {exercise.message for exercise in card.exercises} == {"Too large."}
    assert {test.outcome for test in results(card).values()} == {"failed"}


# Faults of the grader.


@pytest.mark.parametrize(
    "reports",
    [
        [],
        [toy.run_of()] * 3,
        [{}],
        [{"tests": {}}],
        [toy.run_of(only=toy.ALL[1:])],
        [toy.run_of(item(DOUBLE_SHOWN), item(DOUBLE_SHOWN))],
        [toy.run_of(item(DOUBLE_SHOWN, "great"))],
        [toy.run_of(item(DOUBLE_SHOWN) | {"outcome": float("nan")})],
        [toy.run_of(item(DOUBLE_SHOWN, "failed", trouble("unlucky")))],
        [toy.run_of(item(DOUBLE_SHOWN, "failed", trouble(line=float("nan"))))],
        [{"tests": [*toy.run_of()["tests"], item("tests/public/test_x.py::test_more")]}],
        [toy.run_of(), {"tests": [item(DOUBLE_KEPT)]}],
    ],
)
def test_a_record_that_is_not_right_is_the_graders_fault(
    rubric: Rubric, reports: list[dict[str, Any]]
) -> None:
    with pytest.raises(RecordFault):
        build_from(rubric, *reports)


def test_not_graded_has_no_points() -> None:
    card = not_graded("toy", "all", "the disk is full \x1b[31m")
    assert (card.status, card.points, card.max_points) == ("not_graded", None, None)
    assert (card.exercises, card.notes) == ([], ["the disk is full "])


# Whatever comes: sums hold, and texts are short and harmless.

WILD = st.text(st.characters() | st.characters(categories=["Cs", "Cc", "Cf"]), max_size=60)
ITEMS = st.tuples(
    *(
        st.builds(
            item,
            st.just(name),
            st.sampled_from(["passed", "failed", "skipped", "error"]),
            st.none() | st.builds(trouble, st.sampled_from(get_args(Kind)), text=WILD),
            WILD,
            misconception=WILD,
        )
        for name in toy.ALL
    )
)


@given(ITEMS, st.none() | st.tuples(st.booleans(), st.booleans()), WILD)
def test_points_add_up(
    rubric: Rubric,
    items: tuple[dict[str, Any], ...],
    again: tuple[bool, bool] | None,
    text: str,
) -> None:
    reports = [{"tests": list(items)}]
    if again is not None:
        outcomes = ["passed" if ok else "failed" for ok in again]
        reports.append({"tests": list(map(item, (SUM_SHOWN, SUM_KEPT), outcomes))})
    notes = {"answers": {"WHY": text, "OTHER": text}, "printed": text, "notes": [text]}
    card = build_from(rubric, *reports, **notes)
    assert list(card.answers) == ["WHY"]
    assert card.points == sum(exercise.points for exercise in card.exercises)
    assert card.max_points == 12
    for exercise, listed in zip(card.exercises, rubric.exercises, strict=True):
        assert exercise.points == sum(test.points for test in exercise.tests)
        assert exercise.max_points == listed.points
        assert (exercise.status == "passed") == (exercise.points == exercise.max_points)
        assert all(test.points in (0, test.max_points) for test in exercise.tests)
        assert all((test.points > 0) == (test.outcome == "passed") for test in exercise.tests)
    assert msgspec.json.decode(msgspec.json.encode(card), type=Scorecard) == card


def test_long_texts_are_cut(rubric: Rubric) -> None:
    card = build_from(
        rubric,
        toy.run_of(item(DOUBLE_SHOWN, "failed", trouble(text="x" * 10**6), "y\n" * 10**6)),
        answers={"WHY": "z" * 10**6},
        printed="p\n" * 10**6,
        printed_hidden="q" * 10**6,
        notes=["n" * 10**6] * 1000,
    )
    assert len(card.printed) < 4 * 1024 + 200
    assert len(card.answers["WHY"]) < 4200
    assert len(msgspec.json.encode(card)) < 100_000


def test_the_place_of_the_assignment_is_nowhere(rubric: Rubric, tmp_path: Path) -> None:
    assert str(tmp_path.parent) not in msgspec.json.encode(toy.card_of(rubric)).decode()
