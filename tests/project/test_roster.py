"""Rosters as people save them, and what is said of those that cannot be read."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from grader.cohort.handed_in.roster import FIELDS, read
from grader.roll import CannotGradeClass, Student

HEADER = "username,first_name,last_name,email,section,github_id,role\n"
ANN = Student(
    username="Ann-Lee",
    first_name="Ann",
    last_name="L\u00e9e",
    email="ann@example.edu",
    section="A",
    github_id="17",
    role="student",
)
ROW = "Ann-Lee,Ann,L\u00e9e,ann@example.edu,A,17,student\n"


def saved(folder: Path, content: str | bytes) -> Path:
    path = folder / "roster.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    "content",
    [
        HEADER + ROW,
        "\ufeff" + (HEADER + ROW).replace("\n", "\r\n"),
        (HEADER + ROW).replace("\n", "\r"),
        (HEADER + ROW).replace(",", ";"),
        "sep=;\n" + (HEADER + ROW).replace(",", ";"),
        HEADER.strip().replace(",", ";") + ";a,b,c,d,e,f,g,h,i,j\n" + ROW.replace(",", ";"),
        (HEADER + ROW).replace(",", "\t").encode("utf-16"),
        (HEADER + ROW).replace("_", " ").title().replace("Ann-Lee", "@Ann-Lee").replace(
            "Ann@Example.Edu", "ann@example.edu"
        ).replace("Student", "student"),
        HEADER.replace("\n", ",notes\n") + "\n" + ROW.replace("\n", ',"two\nlines"\n') + ",,,\n",
    ],
)  # fmt: skip
def test_ways_to_save_it(tmp_path: Path, content: str | bytes) -> None:
    assert read(saved(tmp_path, content)) == [ANN]


def test_any_order_of_columns(tmp_path: Path) -> None:
    output = io.StringIO()
    writer = csv.DictWriter(output, [*reversed(FIELDS), "group"])
    writer.writeheader()
    writer.writerow({name: getattr(ANN, name) for name in FIELDS} | {"group": "7"})
    assert read(saved(tmp_path, output.getvalue())) == [ANN]


def test_a_username_is_enough(tmp_path: Path) -> None:
    students = read(saved(tmp_path, "username\nann\n\nBob\n"))
    assert students == [Student(username="ann"), Student(username="Bob")]
    assert [student.name for student in students] == ["ann", "Bob"]


def test_staff_is_left_out(tmp_path: Path) -> None:
    path = saved(tmp_path, "username,role\nann,Student\nbob,teacher\ncem,ta\ndee,\n")
    assert [student.username for student in read(path)] == ["ann", "dee"]


def test_an_invitation_goes_by_its_address(tmp_path: Path) -> None:
    path = saved(tmp_path, "username,email\nann,a@example.edu\n,b@example.edu\n")
    assert [student.username for student in read(path)] == ["ann", "b@example.edu"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", ["line 1", "no column named username", "username,first_name"]),
        ("name,email\nann,a@example.edu\n", ["line 1", "no column named username"]),
        ("username,email,email\n", ["line 1", "email twice"]),
        ("username\n", ["names no student", "add a row"]),
        ("username,role\nbob,ta\n", ["names no student"]),
        ("username\nann\nbob\nANN\n", ["line 4", "ANN is in line 2 too", "Keep one"]),
        ("username,role\nann,ta\nann,student\n", ["line 3", "line 2"]),
        ("username,first_name\n,Ann\n", ["line 2", "no username"]),
        ("username,last_name\nann,Lee, Jr.\n", ["line 2", "3 cells", "double quotes"]),
        ('username,last_name\nann,"Lee\nbob,Ray\n', ["line", "quotation mark"]),
        (b"username,last_name\nann,Lee\nbob,R\xe9\n", ["line 3", "UTF-8"]),
        (b"username\nann\0\n", ["line 2", "null bytes"]),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_mend(
    tmp_path: Path, content: str | bytes, words: list[str]
) -> None:
    with pytest.raises(CannotGradeClass) as error:
        read(saved(tmp_path, content))
    assert all(word in str(error.value) for word in ["roster.csv", *words]), str(error.value)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(CannotGradeClass, match="cannot be read: No such file"):
        read(tmp_path / "roster.csv")
    with pytest.raises(CannotGradeClass, match="cannot be read"):
        read(tmp_path)
