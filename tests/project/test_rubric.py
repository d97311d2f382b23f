"""grading.json: read, and each kind of mistake named with its mend."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader import rubric as rubrics
from grader.rubric import BrokenRubric, Rubric, check_collected, load, released, schema
from tests.project import toy_record as toy

Raw = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def rubric(tmp_path: Path) -> Rubric:
    return toy.load_toy(tmp_path)


def complaint(folder: Path, raw: object) -> str:
    with pytest.raises(BrokenRubric) as caught:
        load(toy.write_assignment(folder, raw))
    return str(caught.value)


def test_a_sound_rubric_gives_its_tests_and_points(rubric: Rubric) -> None:
    double, total = rubric.exercises
    assert [test.id for test in rubric.tests("hidden")] == [toy.DOUBLE_KEPT, toy.SUM_KEPT]
    assert [test.id for test in rubric.tests("all")] == list(toy.ALL)
    assert (double.worth("public"), double.worth("hidden"), double.worth("all")) == (2, 3, 5)
    assert (total.working, total.relies_on, rubric.limits.test_seconds) == (None, ["double"], 1.5)


def drop(path: str) -> Callable[[Raw], None]:
    def change(raw: Raw) -> None:
        *steps, last = path.split("/")
        del reach(raw, steps)[last]

    return change


def put(path: str, value: object) -> Callable[[Raw], None]:
    def change(raw: Raw) -> None:
        *steps, last = path.split("/")
        inner = reach(raw, steps)
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


def reach(raw: Any, steps: list[str]) -> Any:
    for step in steps:
        raw = raw[int(step) if isinstance(raw, list) else step]
    return raw


TEST = f'exercise 1 "double", test 2 "{toy.DOUBLE_KEPT}"'
# What is broken; how the entry is named; what is said; what the mend is.
MISTAKES = {
    "missing field": (drop("title"), "the whole file", "missing required field `title`", "add it"),
    "missing inside": (
        drop("exercises/0/tests/1/points"),
        TEST,
        "missing required field `points`",
        "add it",
    ),
    "unknown field": (
        put("exercises/1/pionts", 3),
        'exercise 2 "total"',
        "unknown field `pionts`",
        "spelling",
    ),
    "text for a number": (
        put("exercises/0/points", "5"),
        'exercise 1 "double", points',
        "Expected `int`, got `str`",
        "change it",
    ),
    "fraction": (
        put("exercises/0/tests/1/points", 2.5),
        TEST,
        "Expected `int`, got `float`",
        "change",
    ),
    "nan": (
        put("limits/test_seconds", float("nan")),
        "limits, test_seconds",
        "Expected `float`",
        "change",
    ),
    "no seconds": (put("limits/test_seconds", 0), "limits, test_seconds", "> 0", "raise"),
    "not a list": (
        put("exercises/0/tests", {}),
        'exercise 1 "double", tests',
        "Expected `array`",
        "change",
    ),
    "not an entry": (put("exercises/1", "total"), "exercise 2", "Expected `object`", "change"),
    "no exercises": (put("exercises", []), "exercises", "empty", "fill"),
    "exercise sum": (put("exercises/0/points", 6), 'exercise 1 "double"', "5 points", "change"),
    "total": (put("points", 100), "the exercises", "12 points", "change"),
    "above five": (put("exercises/0/tests/1/points", 6), TEST, "<= 5", "split"),
    "below one": (put("exercises/0/tests/1/points", 0), TEST, ">= 1", "raise"),
    "same exercise": (
        put("exercises/1/id", "double"),
        'the exercise "double"',
        "there twice",
        "rename",
    ),
    "same function": (
        put("exercises/1/function", "double"),
        'the function "double"',
        "there twice",
        "rename",
    ),
    "same test": (
        put("exercises/0/tests/1", toy.entry(toy.DOUBLE_SHOWN, 3, "Again")),
        f'the test "{toy.DOUBLE_SHOWN}"',
        "there twice",
        "remove",
    ),
    "suite": (put("exercises/0/tests/1/suite", "secret"), TEST, "'secret'", '"public" or "hidden"'),
    "wrong folder": (
        put("exercises/0/tests/1/suite", "public"),
        toy.DOUBLE_KEPT,
        "tests/public/",
        "mend",
    ),
    "parameter": (
        put("exercises/0/tests/1/id", toy.DOUBLE_KEPT + "[3]"),
        "exercise 1",
        'no "[...]"',
        "write",
    ),
    "no test name": (
        put("exercises/0/tests/1/id", "tests/hidden/test_double_hidden.py"),
        "exercise 1",
        "as pytest prints it",
        "write",
    ),
    "title of two lines": (put("exercises/0/tests/1/title", "a\n::b"), TEST, "title", "rewrite"),
    "relies on itself": (
        put("exercises/1/relies_on", ["total"]),
        'exercise 2 "total"',
        "no earlier exercise",
        "mend",
    ),
    "relies on later": (
        put("exercises/0/relies_on", ["total"]),
        'exercise 1 "double"',
        '"total"',
        "move",
    ),
    "id with a blank": (put("exercises/0/id", "dou ble"), "exercise 1", "no blanks", "rename"),
    "no tests": (put("exercises/0/tests", []), 'exercise 1 "double"', "up to 0 points", "change"),
    "page": (put("exercises/0/page", "exercises/x.md"), "page", '"exercises/x.md"', "add the file"),
    "working": (put("exercises/0/working", "tests/x.py"), "working", '"tests/x.py"', "add"),
    "given": (put("submission/given", ["starter/x.py"]), "given", 'no file "starter/x.py"', "add"),
    "absolute": (
        put("submission/files", ["/etc/passwd"]),
        'file 1 "/etc/passwd"',
        "inside",
        "write",
    ),
    "upwards": (put("submission/given", ["../x.py"]), 'given 1 "../x.py"', "inside", "write"),
    "backslash": (put("submission/files", ["starter\\toy.py"]), "file 1", "inside", "write"),
    "file twice": (
        put("submission/given", [toy.FILE]),
        f'the file "{toy.FILE}"',
        "there twice",
        "remove",
    ),
    "share beside hidden tests": (
        put("exercises/0/hidden", {"tests": 1, "points": 1}),
        'exercise 1 "double"',
        '"hidden" share',
        "remove",
    ),
    "time-outs": (
        put("limits/submission_seconds", 19),
        "limits",
        '"submission_seconds" must be at least 19.5',
        "raise",
    ),
}


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_names_entry_and_mend(kind: str, tmp_path: Path) -> None:
    change, *words = MISTAKES[kind]
    raw = toy.raw_rubric()
    change(raw)
    text = complaint(tmp_path, raw)
    assert all(word in text for word in ["grading.json", *words]), text


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    raw = toy.raw_rubric()
    raw["points"] = 13
    raw["exercises"][0]["page"] = "exercises/none.md"
    assert len(complaint(tmp_path, raw).splitlines()) == 2


def test_broken_json_names_line_and_column(tmp_path: Path) -> None:
    text = json.dumps(toy.raw_rubric(), indent=1).replace('"points": 12,', '"points": 12')
    assert re.search(r"line 5 column \d+", complaint(tmp_path, text))


def test_a_field_written_twice_is_refused(tmp_path: Path) -> None:
    text = json.dumps(toy.raw_rubric()).replace('"id": "total",', '"id": "total", "id": "total",')
    assert 'the entry "total" has the field "id" twice' in complaint(tmp_path, text)


def test_an_unreadable_rubric_is_told(tmp_path: Path) -> None:
    with pytest.raises(BrokenRubric, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "grading.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(BrokenRubric, match="UTF-8"):
        load(tmp_path)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    toy.write_assignment(tmp_path, "\ufeff" + json.dumps(toy.raw_rubric()))
    assert load(tmp_path).points == 12


def test_a_bundle_without_pages_can_grade(tmp_path: Path) -> None:
    shutil.rmtree(toy.write_assignment(tmp_path, toy.raw_rubric()) / "exercises")
    assert load(tmp_path).exercises[0].page == "exercises/double.md"


def test_collected_ids_must_be_the_listed_ones(rubric: Rubric) -> None:
    check_collected(rubric, [toy.DOUBLE_SHOWN + "[1]", toy.DOUBLE_SHOWN + "[2]", *toy.ALL], "all")
    check_collected(rubric, [toy.DOUBLE_SHOWN, toy.SUM_SHOWN], "public")
    with pytest.raises(BrokenRubric, match=r"test_total.py::test_shown.*does not find"):
        check_collected(rubric, [toy.DOUBLE_SHOWN], "public")
    with pytest.raises(BrokenRubric, match=r"test_more.*not listed.*add an entry"):
        check_collected(rubric, [*toy.ALL, "tests/public/test_double.py::test_more"], "all")
    with pytest.raises(BrokenRubric, match=r"test_kept.*not listed"):
        check_collected(rubric, toy.ALL, "public")


def test_the_released_copy_says_only_how_much_is_hidden(tmp_path: Path, rubric: Rubric) -> None:
    text = released(rubric)
    assert b"test_kept" not in text
    assert b"working" not in text
    assert b"Doubles an array" not in text
    copy = load(toy.write_assignment(tmp_path, text.decode()))
    double = copy.exercises[0]
    assert double.hidden == rubrics.HiddenShare(tests=1, points=3)
    assert (double.points, double.worth("all"), copy.points) == (5, 2, 12)
    assert released(copy) == text


def test_the_committed_schema_is_current_and_holds(rubric: Rubric) -> None:
    committed = (ROOT / "grader" / "grading.schema.json").read_bytes()
    assert committed.replace(b"\r\n", b"\n") == schema(), "write rubric.schema() to that file"
    validator = jsonschema.Draft202012Validator(json.loads(schema()))
    validator.check_schema(json.loads(schema()))
    validator.validate(toy.raw_rubric())
    validator.validate(json.loads(released(rubric)))
    broken = toy.raw_rubric()
    broken["exercises"][0]["tests"][0]["points"] = 6
    assert not validator.is_valid(broken)
