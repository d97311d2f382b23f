"""The class as tables: what stands in them, and that no spreadsheet runs it."""

from __future__ import annotations

import csv
import io
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from grader.cohort import tables
from grader.roll import Roll, Row, Student
from grader.scorecard import UNLOADED
from tests.project import rolls
from tests.project.points import TOTAL


def table(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter=delimiter, strict=True))


def scores(roll: Roll, folder: Path) -> list[dict[str, str]]:
    tables.write_scores(roll, folder / "scores.csv")
    return table(folder / "scores.csv")


def named(username: str, **more: str) -> Row:
    return structs.replace(rolls.row(0, 1), student=Student(username=username, **more))


def test_every_student_has_every_column(tmp_path: Path) -> None:
    roll = rolls.roll(45)
    found = scores(roll, tmp_path)
    for row, line in zip(roll.rows(), found, strict=True):
        assert None not in line
        assert line["username"] == row.student.username
        assert line["status"] == row.status
        assert line["commit"] == row.commit
        if row.card is None:
            blank = ("points", "max_points", "late", *(one.id for one in roll.rubric.exercises))
            assert {line[name] for name in blank} == {""}
        else:
            assert int(line["points"]) == row.card.points
            assert int(line["max_points"]) == TOTAL
            assert line["late"] == ("yes" if row.late else "no")
            for one in row.card.exercises:
                assert int(line[one.id]) == one.points
    assert {line["status"] for line in found} == {"graded", "not_graded", "no_submission"}


def test_columns_in_order(tmp_path: Path) -> None:
    (line, *_) = scores(rolls.roll(1), tmp_path)
    ids = [one.id for one in rolls.RUBRIC.exercises]
    end = ["status", "commit", "committed_at", "late", "notes"]
    assert list(line) == ["username", "points", "max_points", *ids, *end]


def test_zero_is_not_blank(tmp_path: Path) -> None:
    row = rolls.row(0, 1)
    assert row.card is not None
    card = structs.replace(row.card, points=0)
    (line,) = scores(rolls.roll_of([structs.replace(row, card=card)]), tmp_path)
    assert line["points"] == "0"


def test_plain_bytes(tmp_path: Path) -> None:
    scores(rolls.roll(20, hostile=True), tmp_path)
    content = (tmp_path / "scores.csv").read_bytes()
    assert content.startswith(b"username,")
    assert b"\r" not in content
    assert not [byte for byte in content if byte < 32 and byte != 10]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("  \t@SUM(A1)", "'@SUM(A1)"),
        ('"=1', "'\"=1"),
        ("\uff1dcmd", "'\uff1dcmd"),
        ("\u2212cmd", "'\u2212cmd"),
        ("\r-cmd", "<U+000D>-cmd"),
        ("a;=1;b", "a;'=1;b"),
        ("a - b", "a - b"),
        ("two\nlines", "two lines"),
        ("\u202eabc", "<U+202E>abc"),
        ("Zo\u00eb", "Zo\u00eb"),
        (-5, "-5"),
        (0, "0"),
        (None, ""),
    ],
)
def test_cells(text: object, shown: str) -> None:
    assert tables.cell(text) == shown


WILD = st.text(
    st.characters(categories=["L", "Zs", "Zl", "Cc", "Cf", "Cs", "Po", "Sm"])
    | st.sampled_from("=+-@;,\t\r\n\"' \uff1d\uff0b\uff0d\uff20\u2212\ufe66"),
    max_size=30,
)


@given(st.lists(WILD, min_size=1, max_size=3), st.sampled_from(",;"))
def test_no_cell_runs_whatever_the_separator(texts: list[str], separator: str) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow([tables.cell(text) for text in texts])
    for line in csv.reader(io.StringIO(stream.getvalue()), delimiter=separator):
        for found in line:
            assert all(unicodedata.category(letter) not in ("Cc", "Cs") for letter in found)
            start = unicodedata.normalize("NFKC", found.lstrip(' "`\u00b4'))[:1]
            assert start not in tuple("=+-@\u2212")


@given(st.lists(WILD, min_size=1, max_size=4))
def test_a_table_comes_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    path = tmp_path_factory.mktemp("csv") / "scores.csv"
    tables.write_scores(rolls.roll_of([named(name) for name in names]), path)
    assert [line["username"] for line in table(path)] == [tables.cell(name) for name in names]


def test_moodle(tmp_path: Path) -> None:
    roll = rolls.roll(45)
    assert tables.write_moodle(roll, tmp_path / "moodle.csv") == []
    found = table(tmp_path / "moodle.csv")
    graded = [row for row in roll.rows() if row.card]
    for row, line in zip(graded, found, strict=True):
        assert row.card is not None
        assert list(line) == ["Email address", rolls.RUBRIC.title, "Feedback"]
        assert line["Email address"] == row.student.email
        assert int(line[rolls.RUBRIC.title]) == row.card.points
        assert line["Feedback"].startswith(f"{row.card.points} of {TOTAL} points. softmax ")
        for one in row.card.exercises:
            hears = one.misconception if one.points < one.max_points else None
            assert hears is None or f"(looks like: {roll.titles[hears]})" in line["Feedback"]
        assert "HIDDEN" not in line["Feedback"]


def test_moodle_gets_no_address_that_is_unsure(tmp_path: Path) -> None:
    rows = [
        named("ann", email="ann@x.edu"),
        named("bob"),
        named("cy", email="two@x.edu"),
        named("di", email="TWO@x.edu"),
    ]
    lacking, shared = tables.write_moodle(rolls.roll_of(rows), tmp_path / "moodle.csv")
    assert [line["Email address"] for line in table(tmp_path / "moodle.csv")] == ["ann@x.edu"]
    assert "bob" in lacking.text
    assert "cy, di" in shared.text


def test_moodle_says_why_a_submission_was_refused(tmp_path: Path) -> None:
    row = rolls.row(0, 1)
    assert row.card is not None
    assert row.card.submission is not None
    words = [structs.replace(one, message="There is no file.") for one in row.card.exercises]
    none = structs.replace(row.card.submission, files={})
    card = structs.replace(row.card, submission=none, exercises=words)
    tables.write_moodle(rolls.roll_of([structs.replace(row, card=card)]), tmp_path / "moodle.csv")
    (line,) = table(tmp_path / "moodle.csv")
    assert line["Feedback"].endswith("points. There is no file.")


def test_moodle_says_why_nothing_could_be_tested(tmp_path: Path) -> None:
    row = next(row for row in rolls.roll(9).rows() if row.card)
    assert row.card is not None
    said = f"it could not be loaded: SyntaxError in line 3.\ndef f(\n{UNLOADED}"
    card = structs.replace(
        row.card, exercises=[structs.replace(one, message=said) for one in row.card.exercises]
    )
    tables.write_moodle(rolls.roll_of([structs.replace(row, card=card)]), tmp_path / "moodle.csv")
    (line,) = table(tmp_path / "moodle.csv")
    assert line["Feedback"].endswith("points. it could not be loaded: SyntaxError in line 3.")
