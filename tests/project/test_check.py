"""`grade check` on the toy course: green as it stands, and red with the reason for each slip."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.author.check import check
from tests.project.toy_course import RIGHT, toy_course, write

STUBS = """
def double(x):
    raise NotImplementedError("read the page")


def total(xs):
    raise NotImplementedError("read the page")
"""
WHEAT = "double = lambda x: x + x\n\n\ndef total(xs):\n    return 2 * sum(xs)\n"
CHAFF = '''"""Three times is twice enough.

Loses: double
Hears: nothing
"""


def double(x):
    return 3 * x
'''
DIAGNOSIS = 'print(\'{"triples": {"title": "t", "words": "w", "answers": {"a": 1}}}\')\n'
NAMED = """
    if got != want and got == 3 * argument:
        record("misconception", "triples")
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    toy_course(tmp_path)
    write(tmp_path / "starter" / "toy.py", STUBS)
    write(tmp_path / "solutions" / "reference.py", RIGHT)
    write(tmp_path / "solutions" / "wheats" / "adds.py", WHEAT)
    write(tmp_path / "solutions" / "chaffs" / "triples.py", CHAFF)
    return tmp_path


def checked(course: Path, *, write: bool = False) -> tuple[bool, list[str]]:
    lines: list[str] = []
    sound = check(course, write=write, confined=False, show=lines.append)
    assert all(len(line) <= 80 for line in lines if not line.startswith("Wrong: "))
    return sound, lines


def test_a_sound_assignment(course: Path) -> None:
    sound, lines = checked(course)
    assert sound
    assert [line.split() for line in lines] == [
        ["No", "tests/diagnosis.py:", "no", "mistake", "is", "named."],
        ["program", "dou", "tot", "hears"],
        ["ok", "toy.py", "0", "0", "nothing"],
        ["ok", "reference.py", "5", "5", "nothing"],
        ["ok", "adds", "5", "5", "nothing"],
        ["ok", "triples", "0", "5", "nothing"],
        ["All", "is", "as", "it", "should", "be."],
    ]


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(course: Path) -> None:
        text = (course / name).read_text(encoding="utf-8")
        assert old in text
        write(course / name, text.replace(old, new))

    return change


TRIPLES = "solutions/chaffs/triples.py"
ADDS = "solutions/wheats/adds.py"
SLIPS = [
    (replaced(ADDS, "def total", "def totals"), "no program in solutions/wheats has total: add"),
    (replaced(ADDS, "x + x", "x +"), "adds: it loses 5 points in double"),
    (replaced("solutions/wheats/adds.py", "x + x", "x + 3"), 'it loses 4 points in double: "Two'),
    (replaced("solutions/wheats/adds.py", "2 * sum", "1 * sum"), "it loses 5 points in total"),
    (replaced("solutions/reference.py", "2 * x", "x + 2"), "reference.py: it loses 4 points"),
    (replaced(TRIPLES, "3 * x", "2 * x"), "triples: it loses nothing in double: add a test"),
    (replaced(TRIPLES, "double\n", "total\n"), "triples: it loses 5 points in double"),
    (replaced(TRIPLES, "Loses: double", "Loses: treble"), '"Loses: treble" names no exercise'),
    (replaced(TRIPLES, "Hears: nothing", "Hears: triples"), "it hears nothing, not triples"),
    (replaced(TRIPLES, "Hears: nothing\n", ""), 'its docstring lacks a line "Hears: ..."'),
    (replaced("grading.json", '"points": 10', '"points": 11'), "the exercises add up to 10"),
    (replaced("grading.json", "::test_two", "::test_one"), "pytest does not find it"),
    (lambda course: (course / "solutions/reference.py").unlink(), "no solutions/reference.py"),
    (lambda course: (course / "starter/toy.py").unlink(), "no starter/toy.py"),
]


@pytest.mark.parametrize(("slip", "words"), SLIPS)
def test_a_slip_is_named(course: Path, slip: Callable[[Path], None], words: str) -> None:
    slip(course)
    sound, lines = checked(course)
    assert not sound
    assert any(line.startswith("Wrong: ") and words in line for line in lines)
    assert lines[-1].endswith(" to mend.")


def test_a_wheat_may_leave_a_function_out(course: Path) -> None:
    write(course / "solutions" / "wheats" / "one_more.py", "from operator import add as double\n")
    write(course / "solutions" / "wheats" / "twice.py", "def double(x):\n    return 2 * x\n")
    sound, lines = checked(course)
    rows = [line.split() for line in lines]
    assert ["BAD", "one_more", "0", "-", "nothing"] in rows
    assert ["ok", "twice", "5", "-", "nothing"] in rows
    assert not sound


def test_stubs_that_earn(course: Path) -> None:
    write(course / "starter" / "toy.py", RIGHT)
    sound, lines = checked(course)
    assert not sound
    assert "Wrong: starter/toy.py: double is passed with 5 points, not untouched with 0." in lines


def test_without_wheats_and_chaffs(course: Path) -> None:
    (course / "solutions" / "wheats" / "adds.py").unlink()
    (course / "solutions" / "chaffs" / "triples.py").unlink()
    sound, lines = checked(course)
    assert sound
    assert "No solutions/wheats: nothing to try there." in lines
    assert "No solutions/chaffs: nothing to try there." in lines


def diagnosing(course: Path) -> None:
    """Let the course name the mistake of its chaff."""
    write(course / "tests" / "diagnosis.py", DIAGNOSIS)
    helpers = course / "tests" / "helpers.py"
    text = helpers.read_text(encoding="utf-8")
    write(helpers, text.replace("    if got != want:", f"{NAMED}    if got != want:"))
    conftest = "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef _notes(record_property):\n"
    conftest += "    import tests.helpers\n    tests.helpers.record = record_property\n"
    write(course / "tests" / "conftest.py", conftest)
    replaced(TRIPLES, "Hears: nothing", "Hears: triples")(course)


def test_a_mistake_is_heard(course: Path) -> None:
    diagnosing(course)
    sound, lines = checked(course, write=True)
    assert sound, lines
    assert "tests/misconceptions.json written." in lines
    assert lines[-2].split() == ["ok", "triples", "0", "5", "its", "own", "name"]
    assert "triples" in (course / "tests" / "misconceptions.json").read_text(encoding="utf-8")
    assert checked(course) == (True, lines[1:])


def test_old_data_is_named_and_stays(course: Path) -> None:
    diagnosing(course)
    path = write(course / "tests" / "misconceptions.json", "{}\n")
    sound, lines = checked(course)
    assert not sound
    assert "Wrong: tests/misconceptions.json is not current: run grade check --write." in lines
    assert path.read_text(encoding="utf-8") == "{}\n"


@pytest.mark.parametrize("part", ["title", "words", "answers"])
def test_data_that_is_not_whole(course: Path, part: str) -> None:
    diagnosing(course)
    replaced("tests/diagnosis.py", f'"{part}"', f'"no {part}"')(course)
    sound, lines = checked(course, write=True)
    assert not sound
    assert any(f'"triples" has no {part}' in line for line in lines)


def test_a_diagnosis_that_fails(course: Path) -> None:
    diagnosing(course)
    write(course / "tests" / "diagnosis.py", "raise SystemExit('add words for it')\n")
    sound, lines = checked(course, write=True)
    assert not sound
    assert "Wrong: python -m tests.diagnosis fails: add words for it" in lines
    assert not (course / "tests" / "misconceptions.json").exists()
