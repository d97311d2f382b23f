"""The roster: Classroom 50's roster.csv, or any table with a column `username`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from grader.roll import CannotGradeClass, Student

FIELDS = Student.__struct_fields__
MAX_BYTES = 16 << 20


def read(path: Path) -> list[Student]:
    """Read the students of a roster, in its order; rows of another role are left out.

    Columns may come in any order and number, separated by commas, semicolons or tabs. A row
    that has an e-mail address and no username yet (an invitation not taken up) goes by its
    address. Raises CannotGradeClass, naming file, line and mend.
    """
    students: list[Student] = []
    lines: dict[str, int] = {}  # by what makes a row its own
    for line, student in _rows(path):
        key = student.username.casefold()
        if key in lines:
            raise CannotGradeClass(
                f"{path}, line {line}: {student.username} is in line {lines[key]} too. "
                "Keep one of the two rows."
            )
        lines[key] = line
        if student.role.casefold() in ("", "student"):
            students.append(student)
    if not students:
        raise CannotGradeClass(f"{path} names no student: add a row for each, with a username.")
    return students


def _rows(path: Path) -> Iterator[tuple[int, Student]]:
    text = _text(path)
    told = text[:5].startswith("sep=")  # Excel's own first line
    first = text.split("\n", 2)[told : told + 1] or [""]
    # The separator is the one that sets a username apart, else what the names have most of.
    found = [mark for mark in ",;\t" if "username" in _names(first[0].split(mark))]
    mark = found[0] if found else max(",;\t", key=first[0].count)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        if told:
            next(table)
        names = _names(next(table, []))
        _check_names(path, names)
        for cells in table:
            if any(cell.strip() for cell in cells):
                yield table.line_num, _student(path, table.line_num, names, cells)
    except csv.Error as error:
        raise CannotGradeClass(
            f"{path}, line {table.line_num} is not a table's: {error}. Look for a quotation mark "
            "that is not closed."
        ) from None


def _names(cells: list[str]) -> list[str]:
    return [name.strip(' "').casefold().replace(" ", "_") for name in cells]


def _check_names(path: Path, names: list[str]) -> None:
    if "username" not in names:
        raise CannotGradeClass(
            f"{path}, line 1 has no column named username. The first line names the columns, as "
            f"in {','.join(FIELDS)}; only username must be there."
        )
    for name in FIELDS:
        if names.count(name) > 1:
            raise CannotGradeClass(f"{path}, line 1 has the column {name} twice. Remove one.")


def _student(path: Path, line: int, names: list[str], cells: list[str]) -> Student:
    if any(cell.strip() for cell in cells[len(names) :]):
        raise CannotGradeClass(
            f"{path}, line {line} has {len(cells)} cells, and line 1 names {len(names)} columns. "
            "Put a cell that holds the separator in double quotes."
        )
    found = dict(zip(names, (" ".join(cell.split()) for cell in cells), strict=False))
    known = {name: found.get(name, "") for name in FIELDS}
    known["username"] = known["username"].removeprefix("@") or known["email"]
    if not known["username"]:
        raise CannotGradeClass(
            f"{path}, line {line} has no username. Fill it in (or an e-mail address, until the "
            "student has one), or remove the row."
        )
    return Student(**known)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise CannotGradeClass(f"the roster {path} cannot be read: {error.strerror}.") from None
    if len(content) > MAX_BYTES:
        raise CannotGradeClass(f"{path} is larger than {MAX_BYTES >> 20} MiB: is it a roster?")
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))  # what a spreadsheet calls Unicode text
    try:
        text = content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CannotGradeClass(
            f"{path}, line {line} is not UTF-8 text. In your spreadsheet, save the roster as "
            '"CSV UTF-8".'
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise CannotGradeClass(f"{path}, line {line} holds null bytes: save the roster as CSV.")
    return text.replace("\r\n", "\n").replace("\r", "\n")
