"""The class as tables: the project's own, and one that Moodle imports.

UTF-8 without a byte order mark and lines that end in LF: what Python, Moodle and Canvas read as
it is. Nearly all cells are ASCII, so Excel shows them rightly too. No cell runs as a formula.
"""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.cohort.look import unusable
from grader.roll import Finding, Roll, Row, listed, one_line
from grader.scorecard import ExerciseResult, Scorecard

_FORMULA = "=+-@\u2212"
# What spreadsheets skip before they look for a formula.
_SKIPPED = "\"'`\u00b4\u2018\u2019\u201c\u201d "
_SHOWN = 10  # usernames in one finding


def cell(value: object) -> str:
    """Return the text of a cell that no spreadsheet runs; numbers stay numbers, None is blank.

    A semicolon separates cells in much of Europe, so what follows one is looked at as well.
    """
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        return str(value)
    text = one_line(str(value), 2000)
    return ";".join(f"'{part}" if _runs(part) else part for part in text.split(";"))


def _runs(text: str) -> bool:
    # Full-width and small forms count too: NFKC turns them into the plain ones.
    start = unicodedata.normalize("NFKC", text.lstrip(_SKIPPED)[:1])
    return start[:1] in tuple(_FORMULA)


def _write(path: Path, head: list[str], rows: Iterable[list[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([cell(value) for value in head])
        writer.writerows([cell(value) for value in row] for row in rows)


def write_scores(roll: Roll, path: Path) -> None:
    """Write one row for each student. What is not graded or missing stays blank, never 0."""
    ids = [one.id for one in roll.rubric.exercises if one.listed(roll.suite)]
    head = ["username", "points", "max_points", *ids]
    head += ["status", "commit", "committed_at", "late", "notes"]
    _write(path, head, (_scores(row, ids) for row in roll.rows()))


def _scores(row: Row, ids: list[str]) -> list[object]:
    card = row.card
    points = {one.id: one.points for one in card.exercises} if card else {}
    totals = [card.points, card.max_points] if card else [None, None]
    late = None if row.late is None else "yes" if row.late else "no"
    notes = " / ".join([*row.notes, *(card.notes if card else [])])
    earned = [points.get(name) for name in ids]
    told = [row.status, row.commit, row.committed_at, late, notes]
    return [row.student.username, *totals, *earned, *told]


def write_moodle(roll: Roll, path: Path) -> list[Finding]:
    """Write what Moodle imports under Grades, Import, CSV file. Return who could not be written.

    Only graded students are in it: a row with a blank grade would empty what stands in Moodle,
    and one with a blank address would go to the student of the row before.
    """
    addresses = Counter(row.student.email.casefold() for row in roll.rows())
    lacking: list[str] = []
    shared: list[str] = []

    def rows() -> Iterator[list[object]]:
        for row in roll.rows():
            email = row.student.email
            if not row.card:
                continue
            if not email:
                lacking.append(one_line(row.student.username, 60))
            elif addresses[email.casefold()] > 1:
                shared.append(one_line(row.student.username, 60))
            else:
                yield [email, row.card.points, _feedback(row.card, roll.titles)]

    _write(path, ["Email address", roll.rubric.title, "Feedback"], rows())
    mend = "so Moodle's file leaves them out. Mend the roster and run the command again."
    return [
        Finding("unmatched", "", f"{listed(who, _SHOWN)}: {fault}, {mend}")
        for who, fault in (
            (lacking, "the roster has no e-mail address"),
            (shared, "several share one e-mail address"),
        )
        if who
    ]


def _feedback(card: Scorecard, titles: dict[str, str]) -> str:
    """Points and named mistakes, all in the assignment's own words: Moodle shows it as HTML."""
    total = f"{card.points} of {card.max_points} points"
    if unusable(card):  # its first line is in the grader's words
        return f"{total}. {card.exercises[0].message.splitlines()[0]}"
    return ". ".join([total, *(_line(one, titles) for one in card.exercises)])


def _line(one: ExerciseResult, titles: dict[str, str]) -> str:
    line = f"{one.function} {one.points} of {one.max_points}"
    if one.status == "not_started":
        return f"{line} (not started)"
    named = one.misconception if one.points < one.max_points else None
    if named:
        return f"{line} (looks like: {titles.get(named, named.replace('-', ' '))})"
    stopped = any(test.outcome == "timed_out" for test in one.tests)
    return f"{line} (took too long and was stopped)" if stopped else line
