"""What the rows say that an instructor should look at, one row in memory at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grader.roll import Finding, Kind, Roll, Row, Student, one_line
from grader.scorecard import UNLOADED, Scorecard

FEW, LEAST = 3, 8  # names, and letters of what they share: less can be chance
WORDS = 300  # characters


def look(roll: Roll) -> Iterator[Finding]:
    """Yield what to look at in each row, in the order of the rows."""
    for row in roll.rows():
        for kind, text in _said(row):
            yield Finding(kind, row.student.username, text)


def unusable(card: Scorecard) -> Kind | None:
    """Say why nothing of a submission could be tested, if that is so."""
    if card.submission is not None and not card.submission.files:
        return "no_file"
    none = all(one.message.endswith(UNLOADED) for one in card.exercises)
    return "not_loaded" if none and card.exercises else None


def _said(row: Row) -> Iterator[tuple[Kind, str]]:
    if row.status == "not_graded":
        yield "not_graded", " ".join(row.notes[-1:])
    elif row.status == "no_submission":
        if row.late:
            yield "only_late", "Nothing was graded. Your rule decides."
        else:
            yield "no_submission", one_line(" ".join(row.notes), WORDS) or "Nothing was found."
    elif row.card is not None:
        yield from _graded(row.card)
        if row.late:
            said = ["Those after the deadline were not graded.", *row.notes]
            yield "later_commits", one_line(" ".join(said), WORDS)


def _graded(card: Scorecard) -> Iterator[tuple[Kind, str]]:
    if why := unusable(card):
        said = card.exercises[0].message.removesuffix(UNLOADED)
        yield why, f"{card.points} points: {one_line(said, WORDS)}"
    stopped = any(test.outcome == "forbidden" for one in card.exercises for test in one.tests)
    if card.notes or stopped:
        said = "; ".join(card.notes) or "what was stopped stands in the lost tests"
        yield "tried", one_line(said, WORDS)


def shared(students: Iterable[Student]) -> Iterator[str]:
    """Say what all usernames begin with, if that is hardly a part of them."""
    names = [one.username for one in students]
    if len(names) < FEW:
        return
    first, last = min(names), max(names)
    steps = [at for at in range(len(first) + 1) if last.startswith(first[:at])]
    start = first[: first.rfind("-", 0, steps[-1]) + 1]
    if len(start) >= LEAST:
        yield f"All names begin with {start}: give --prefix {start} to have the usernames alone."
