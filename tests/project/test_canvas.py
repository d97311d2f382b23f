"""A Canvas gradebook export: one column filled, all else byte for byte."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from grader.cohort.canvas import fill_canvas
from grader.roll import CannotGradeClass, Finding, Roll, Row, Student
from tests.project import rolls

TITLE = rolls.RUBRIC.title
HEAD = f"Student,ID,SIS User ID,SIS Login ID,Section,Quiz 1 (23),{TITLE} (4711),Final Score\n"
POSTING = ",,,,,,Manual Posting,\n"
POSSIBLE = "    Points Possible,,,,,10.00,100.00,(read only)\n"
BODY = (
    '"Adler, Ada",11,S1,ada@x.edu,"CS, A",8.00,,88\n'
    '"Brook, ""Ben""",12,S2,ben,CS A,9.00,55.00,90\n'
    '"Dana",13,S3,dana,CS A,,,\n'
    '"Student, Test",99,,0a1b2c3d,CS A,,,\n'
)
EXPORT = HEAD + POSTING + POSSIBLE + BODY


def row(username: str, email: str, points: int | None) -> Row:
    first = rolls.row(0, 1)
    assert first.card is not None
    card = None if points is None else structs.replace(first.card, points=points)
    who = Student(username=username, email=email)
    return Row(student=who, status="graded" if card else "no_submission", card=card)


def group(*more: Row) -> Roll:
    first = (row("gh-ada", "ada@x.edu", 87), row("gh-ben", "Ben@y.edu", 0))
    return rolls.roll_of([*first, row("dana", "", None), *more])


def fill(folder: Path, export: str | bytes, roll: Roll) -> tuple[bytes, list[Finding]]:
    path, out = folder / "export.csv", folder / "canvas.csv"
    path.write_bytes(export if isinstance(export, bytes) else export.encode())
    findings = fill_canvas(roll, path, out)
    return out.read_bytes(), findings


def filled(export: str) -> str:
    return export.replace("8.00,,88", "8.00,87,88").replace("9.00,55.00,90", "9.00,0,90")


def test_only_the_cells_of_graded_students_change(tmp_path: Path) -> None:
    content, findings = fill(tmp_path, EXPORT, group())
    assert content.decode() == filled(EXPORT)
    assert findings == []


@pytest.mark.parametrize("posting", [POSTING, ""])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_shapes_of_the_file(
    tmp_path: Path, mark: str, separator: str, end: str, posting: str
) -> None:
    lines = csv.reader(io.StringIO(HEAD + posting + POSSIBLE + BODY))
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, lineterminator=end).writerows(lines)
    export = mark + stream.getvalue()
    content, findings = fill(tmp_path, export, group())
    want = export.replace("8.00,,88".replace(",", separator), f"8.00{separator}87{separator}88")
    want = want.replace("55.00", "0")
    assert content.decode() == want
    assert findings == []


def test_first_and_last_names_apart(tmp_path: Path) -> None:
    head = "LastName,FirstName,ID,SIS Login ID,Section,attention matrix (1)\n"
    content, findings = fill(
        tmp_path, head + "Adler,Ada,1,gh-ada,A,\nStudent,Test,2,x,A,\n", group()
    )
    assert b"Adler,Ada,1,gh-ada,A,87\n" in content
    assert [one.username for one in findings] == ["gh-ben"]


def test_bytes_that_are_no_utf8_come_through(tmp_path: Path) -> None:
    export = EXPORT.replace("Adler", "Ad\u00e9ler").encode("latin-1")
    content, _ = fill(tmp_path, export, group())
    assert b"Ad\xe9ler" in content
    assert b"8.00,87,88" in content


def test_whom_the_file_and_the_class_do_not_share(tmp_path: Path) -> None:
    export = EXPORT + '"Eriksen, Eve",14,S4,eve,CS A,,7,\n'
    content, findings = fill(tmp_path, export, group(row("finn", "finn@x.edu", 50)))
    assert content.decode() == filled(export)
    stranger, absent = findings
    assert {stranger.kind, absent.kind} == {"unmatched"}
    assert '"Eriksen, Eve" (login "eve")' in stranger.text
    assert absent.username == "finn"
    assert "50 points" in absent.text


def test_nobody_is_guessed(tmp_path: Path) -> None:
    # A username that is another's login; and two rows that may be the same student's.
    roll = rolls.roll_of([row("ben", "carl@x.edu", 20), row("gh-ben", "ben@x.edu", 90)])
    export = HEAD + "Ben,1,,ben,A,,,\nCarl,2,,carl,A,,,\nCarl,3,,carl@x.edu,A,,,\n"
    content, findings = fill(tmp_path, export, roll)
    assert content.decode() == export
    assert len(findings) == 5


def test_excused_stays_excused(tmp_path: Path) -> None:
    export = EXPORT.replace("8.00,,88", "8.00,EX,88")
    content, (finding,) = fill(tmp_path, export, group())
    assert b"8.00,EX,88" in content
    assert (finding.kind, finding.username) == ("other", "gh-ada")


def test_other_points_possible_are_told(tmp_path: Path) -> None:
    _, (finding,) = fill(tmp_path, EXPORT.replace("100.00", "10.00"), group())
    assert "10.00" in finding.text
    assert "100" in finding.text
    assert fill(tmp_path, EXPORT.replace("100.00", '"100,00"'), group())[1] == []


@pytest.mark.parametrize(
    ("export", "told"),
    [
        (HEAD.replace(TITLE, "Essay"), "Essay (4711)"),
        (HEAD.replace("Quiz 1 (23)", "Attention Matrix (23)"), "more than one column"),
        ("a,b,c\n1,2,3\n", "no Canvas gradebook export"),
        ("", "no Canvas gradebook export"),
        ('"' * 1001, "no Canvas gradebook export"),
    ],
)
def test_a_column_that_is_not_there_once(tmp_path: Path, export: str, told: str) -> None:
    with pytest.raises(CannotGradeClass, match="xport") as error:
        fill(tmp_path, export, group())
    assert told in str(error.value)
    assert not (tmp_path / "canvas.csv").exists()


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(CannotGradeClass, match=r"nowhere\.csv cannot be read"):
        fill_canvas(group(), tmp_path / "nowhere.csv", tmp_path / "canvas.csv")


# Python 3.10 writes no null character into a table.
TEXT = st.text(st.characters(exclude_characters="\0"), max_size=6)


@given(st.lists(st.lists(TEXT, min_size=8, max_size=8), max_size=4))
def test_other_rows_stay_whatever_they_hold(
    tmp_path_factory: pytest.TempPathFactory, cells: list[list[str]]
) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n").writerows(cells)
    try:
        export = EXPORT + stream.getvalue()
        export.encode()
    except UnicodeEncodeError:
        return
    content, _ = fill(tmp_path_factory.mktemp("canvas"), export, group())
    head, rest = content.decode()[: len(filled(EXPORT))], content.decode()[len(filled(EXPORT)) :]
    known = {"ada@x.edu", "ada", "gh-ada", "ben", "ben@y.edu", "gh-ben", "dana"}
    if not known & {line[3].strip().casefold() for line in cells}:
        assert head == filled(EXPORT)
        assert rest == stream.getvalue()
