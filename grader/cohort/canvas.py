"""One column of the instructor's own Canvas gradebook export, filled in.

Canvas exports "Student" (or "LastName", "FirstName"), "ID", "SIS User ID", "SIS Login ID",
"Section", and a column "Title (12345)" for each assignment; below the header a row that may say
"Manual Posting", and one of "Points Possible"; with commas or semicolons, with or without a byte
order mark. Only the cells of one column are replaced: every other byte stays as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from grader.roll import CannotGradeClass, Finding, Roll, Row, Student, one_line
from grader.rubric import Rubric

LOGIN = "SIS Login ID"
# What Canvas says of a student who is excused, or who was not given the assignment.
_KEPT = ("EX", "N/A")
_EXPORT = "Export it from Canvas again (Grades, Export, as CSV) and give that file."


class _Cell(NamedTuple):
    text: str
    start: int
    end: int


class _Line(NamedTuple):
    """What a row of the export says of a student, and the cell to fill."""

    name: str
    login: str
    cell: _Cell


class _Marks(NamedTuple):
    """What is needed of a row of the roll: never all scorecards at once."""

    student: Student
    points: int | None


class Book:
    """An export, looked through: the assignment's column, and a line for each student.

    Raises CannotGradeClass where it is no export, or has not exactly one such column.
    """

    def __init__(self, rubric: Rubric, export: Path) -> None:
        self.name = export.name
        try:
            # Whatever its encoding, the bytes come out as they went in.
            self.text = export.read_bytes().decode("utf-8", "surrogateescape")
        except OSError as error:
            raise CannotGradeClass(f"{export} cannot be read ({error.strerror}).") from error
        self._table = self._rows()
        self.head = [cell.text.strip() for cell in self._table[0]]
        self.column = self._column(rubric)

    def _rows(self) -> list[list[_Cell]]:
        for separator in ",;\t":
            rows = list(_rows(self.text, separator))
            head = [cell.text.strip() for cell in rows[0]]
            if head[0].lstrip("\ufeff") in ("Student", "LastName") and LOGIN in head:
                return rows
        fault = f'its first line lacks "Student" or "{LOGIN}"'
        raise CannotGradeClass(f"{self.name} is no Canvas gradebook export: {fault}. {_EXPORT}")

    def _column(self, rubric: Rubric) -> int:
        titles = {n: re.sub(r"\s*\(\d+\)$", "", text) for n, text in enumerate(self.head)}
        wanted = {_words(rubric.title), _words(rubric.assignment)}
        found = [number for number, title in titles.items() if _words(title) in wanted]
        if len(found) == 1:
            return found[0]
        numbered = [text for n, text in enumerate(self.head) if titles[n] != text]
        named = ", ".join(f'"{one_line(self.head[n], 80)}"' for n in found)
        fault = f"has more than one column for it: {named}" if found else "has no column for it"
        raise CannotGradeClass(
            f'{self.name}: the assignment is called "{rubric.title}" or "{rubric.assignment}", and '
            f"the export {fault}. Give the assignment in Canvas that name, and no other one, then "
            "export again. Assignments in the export: "
            f"{one_line(', '.join(numbered[:20]), 500) or 'none'}."
        )

    def possible(self) -> str:
        """What the export says the assignment's points are; "" where it says nothing."""
        row = next((row for row in self._table[1:] if _says(row, "Points Possible")), [])
        return row[self.column].text.strip() if len(row) > self.column else ""

    def lines(self) -> Iterator[_Line]:
        """The students' rows. Canvas's own test student is none."""
        login = self.head.index(LOGIN)
        for row in self._table[1:]:
            last = self.head.index("FirstName") if "FirstName" in self.head else 0
            name = ", ".join(cell.text.strip() for cell in row[: last + 1])
            apart = all(re.fullmatch(r"(Muted|Manual Posting.*)?", c.text.strip()) for c in row)
            if apart or _says(row, "Points Possible") or name == "Student, Test":
                continue
            short = len(row) <= max(self.column, login)
            yield (
                _Line(name, "", _Cell("", 0, 0))
                if short
                else _Line(name, row[login].text.strip(), row[self.column])
            )


def _rows(text: str, separator: str) -> Iterator[list[_Cell]]:
    """Split CSV into cells that know where they stand."""
    plain = f"[^{separator}\\r\\n]*"
    pattern = rf'("[^"]*(?:""[^"]*)*"{plain}|{plain})({separator}|\r\n|\n|\r|\Z)'
    row: list[_Cell] = []
    for match in re.finditer(pattern, text):
        said = match[1]
        if said.startswith('"'):
            said = said[1:].removesuffix('"').replace('""', '"')
        row.append(_Cell(said, *match.span(1)))
        if match[2] != separator:
            yield row
            row = []


def _says(row: list[_Cell], words: str) -> bool:
    return row[0].text.strip() == words


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def fill_canvas(roll: Roll, export: Path, path: Path) -> list[Finding]:
    """Write `export` to `path` with the points in the assignment's column.

    A row is a student's where its login is the username, the e-mail address or what stands before
    its @, and that is so of no other student and no other row. Cells of students who are not
    graded, handed in nothing or are excused stay as they are. Returns whom the export and the
    class do not share. Raises CannotGradeClass.
    """
    book = Book(roll.rubric, export)
    marks = [_marks(row) for row in roll.rows()]
    lines = list(book.lines())
    pairs = _pairs(lines, marks)
    findings = _possible(book, roll)
    text, done = [], 0
    for number, line in enumerate(lines):
        if number not in pairs:
            findings.append(Finding("unmatched", "", _stranger(book, line)))
            continue
        student, points = marks[pairs[number]]
        kept = line.cell.text.strip().upper()
        if points is not None and kept in _KEPT:
            said = f"{points} points, but {book.name} says {kept} (excused, or not assigned)"
            findings.append(
                Finding("other", student.username, f"{said}: left so. Decide it in Canvas.")
            )
        elif points is not None:
            text += [book.text[done : line.cell.start], str(points)]
            done = line.cell.end
    matched = set(pairs.values())
    for number, (student, points) in enumerate(marks):
        if points is not None and number not in matched:
            findings.append(Finding("unmatched", student.username, _absent(book, points)))
    path.write_bytes("".join([*text, book.text[done:]]).encode("utf-8", "surrogateescape"))
    return findings


def _marks(row: Row) -> _Marks:
    return _Marks(row.student, row.card.points if row.card else None)


def _pairs(lines: list[_Line], marks: list[_Marks]) -> dict[int, int]:
    """Which line is whose, where that is certain."""
    owners: dict[str, set[int]] = {}
    for number, (student, _) in enumerate(marks):
        for login in (student.username, student.email, student.email.partition("@")[0]):
            owners.setdefault(login.strip().casefold(), set()).add(number)
    owners.pop("", None)
    found = {n: owners.get(line.login.casefold(), set()) for n, line in enumerate(lines)}
    sure = {n: min(who) for n, who in found.items() if len(who) == 1}
    times = Counter(sure.values())
    return {n: who for n, who in sure.items() if times[who] == 1}


def _possible(book: Book, roll: Roll) -> list[Finding]:
    said, worth = book.possible(), sum(one.worth(roll.suite) for one in roll.rubric.exercises)
    if not said or re.fullmatch(rf"0*{worth}([.,]0*)?", said):
        return []
    mend = f"Set the points possible in Canvas to {worth} before you import."
    text = (
        f"{book.name} says {one_line(said, 40)} points are possible; these marks are out of {worth}"
    )
    return [Finding("other", "", f"{text}. {mend}")]


def _stranger(book: Book, line: _Line) -> str:
    who = f'"{one_line(line.name, 80)}" (login "{one_line(line.login, 80)}") of {book.name}'
    return (
        f"{who} is no single student of this class: the cell stays as it was. Where they have a "
        "mark, enter it by hand, or put their Canvas login into the roster's e-mail column."
    )


def _absent(book: Book, points: int) -> str:
    return (
        f"{points} points, and no row of {book.name} is certainly theirs. Enter the mark by hand, "
        "or put their Canvas login into the roster's e-mail column."
    )
