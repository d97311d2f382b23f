"""What a scorecard says: all to the instructor, to the student nothing that is hidden."""

from __future__ import annotations

import msgspec
import pytest

from grader.rubric import Rubric
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


def test_a_public_test_speaks_for_itself(rubric: Rubric) -> None:
    card = toy.card_of(rubric, item(DOUBLE_SHOWN, "failed", said="double(2) gave 5, not 4"))
    assert results(card)[DOUBLE_SHOWN].message == "double(2) gave 5, not 4"
    message = card.exercises[0].message
    assert all(
        word in message
        for word in ("double", "Doubles a number", "gave 5, not 4", "exercises/double.md")
    )


def test_the_engine_adds_the_exception_that_a_test_left_out(rubric: Rubric) -> None:
    told = trouble(type_name="TypeError", text="x", line=4)
    for said, lines in (("no answer", 2), ("no answer: TypeError", 1)):
        card = toy.card_of(rubric, item(DOUBLE_SHOWN, "failed", told, said))
        message = results(card)[DOUBLE_SHOWN].message
        assert "TypeError" in message
        assert len(message.splitlines()) == lines


def test_an_import_that_hangs_is_told_as_one(rubric: Rubric) -> None:
    told = trouble("timed_out", text="no answer after 2 s", during="import")
    card = toy.card_of(rubric, *(item(name, "failed", told) for name in toy.ALL))
    (message,) = {exercise.message for exercise in card.exercises}
    assert message.startswith(f"The import of {toy.FILE} did not come back in time")
    assert "no answer" not in message


def test_a_hidden_test_gives_type_and_line_only(rubric: Rubric) -> None:
    told = trouble(type_name="ValueError", text=SECRET, line=4)
    card = toy.card_of(rubric, item(DOUBLE_KEPT, "failed", told, SECRET, detail=SECRET))
    test = results(card)[DOUBLE_KEPT]
    assert test.message == f"double stopped with ValueError in line 4 of {toy.FILE}."
    assert "7919" not in card.exercises[0].message
    assert "7919" in test.detail
    wrong = results(toy.card_of(rubric, item(DOUBLE_KEPT, "failed", said=SECRET)))[DOUBLE_KEPT]
    assert "wrong, or an input was changed, for numbers that are not shown" in wrong.message


def test_an_exception_named_by_the_student_says_nothing(rubric: Rubric) -> None:
    told = trouble(type_name="Input7919", text="x", line=4)
    card = toy.card_of(rubric, item(DOUBLE_KEPT, "failed", told))
    assert "7919" not in results(card)[DOUBLE_KEPT].message


def test_public_comes_first_and_a_shown_suite_mentions_nothing_hidden(rubric: Rubric) -> None:
    broken = [item(DOUBLE_KEPT, "failed"), item(DOUBLE_SHOWN, "failed", said="seen")]
    assert "seen" in toy.card_of(rubric, *broken).exercises[0].message
    shown = toy.run_of(broken[1], only=(DOUBLE_SHOWN, SUM_SHOWN))
    card = build_from(rubric, shown, suite="public")
    assert (card.points, card.max_points, card.exercises[0].max_points) == (3, 5, 2)
    assert "hidden" not in msgspec.json.encode(card).decode().replace("printed_hidden", "")


def test_a_file_that_does_not_load_says_so_once(rubric: Rubric) -> None:
    told = trouble(type_name="SyntaxError", text="'(' was never closed", line=7, during="import")
    card = toy.card_of(rubric, *(item(name, "failed", told) for name in toy.ALL))
    assert card.points == 0
    (message,) = {exercise.message for exercise in card.exercises}
    assert all(word in message for word in (toy.FILE, "SyntaxError", "line 7", "never closed"))


def test_a_missing_function_is_named(rubric: Rubric) -> None:
    told = trouble(type_name="AttributeError", text="...", during="import")
    card = toy.card_of(rubric, item(SUM_KEPT, "failed", told))
    assert f"{toy.FILE} has no function total" in card.exercises[1].message


def test_an_early_exit_says_what_to_take_out(rubric: Rubric) -> None:
    told = trouble(type_name="SystemExit", text="x", line=3)
    assert "sys.exit" in toy.card_of(rubric, item(SUM_KEPT, "failed", told)).exercises[1].message


def test_the_first_misconception_is_named_public_before_hidden(rubric: Rubric) -> None:
    card = toy.card_of(
        rubric,
        item(DOUBLE_KEPT, "failed", misconception="kept"),
        item(DOUBLE_SHOWN, "failed", misconception="shown"),
        item(SUM_SHOWN, "passed", misconception="of a passed test"),
    )
    assert [exercise.misconception for exercise in card.exercises] == ["shown", None]


def test_advice_comes_once_with_a_public_test_too(rubric: Rubric) -> None:
    """Only the follow-through run may recognise a mistake: the first run's text lacks its name."""
    advice = "This looks like a known mistake: adds three. Look at the sum."
    for said in ("got 5", f"got 5\n\n{advice[:30]}\n{advice[31:]}"):
        wrong = toy.item(toy.DOUBLE_SHOWN, "failed", said=said, advice=advice)
        message = toy.card_of(rubric, wrong).exercises[0].message
        assert " ".join(message.split()).count(advice) == 1


def test_an_exception_of_numpy_is_told_by_a_name_that_students_know(rubric: Rubric) -> None:
    told = toy.trouble(type_name="UFuncTypeError", line=3)
    card = toy.card_of(rubric, toy.item(toy.DOUBLE_KEPT, "failed", told))
    assert "stopped with TypeError in line 3" in card.exercises[0].message


def test_a_name_that_is_no_exception_is_not_told(rubric: Rubric) -> None:
    for name in ("print", "Told7919", "__doc__"):
        told = trouble(type_name=name, line=4)
        test = results(toy.card_of(rubric, item(DOUBLE_KEPT, "failed", told)))[DOUBLE_KEPT]
        assert test.message == f"double stopped with an error in line 4 of {toy.FILE}."
