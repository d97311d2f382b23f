"""The numbers of the class page, counted in one pass over the rows.

Of each row a line of small numbers stays in memory, never its scorecard.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta, timezone
from hashlib import blake2b
from statistics import median, quantiles

from msgspec import Struct, field

from grader.cohort.look import unusable
from grader.roll import Kind, Roll, Row, Status, Student, iso
from grader.scorecard import ExerciseResult, Scorecard

# Outcomes that mean the student's code was stopped, not that it was wrong.
STOPPED = ("forbidden", "timed_out", "out_of_memory", "crashed", "not_reached")
SHOWN_APART = 60  # rows of the table of slow, stopped and refused submissions
SLOWEST = 10
# What is wrong with all exercises at once counts as one mistake.
WHOLE: dict[Kind, str] = {
    "not_loaded": "the file does not load",
    "no_file": "no file that could be graded",
}


class Cell(Struct, frozen=True):
    """What one student earned in one exercise."""

    points: int
    most: int
    idle: bool  # not started
    helped: bool  # some of it with a working function in place of one it relies on


class Line(Struct, kw_only=True):
    """One student in the tables. `number` stands for the name while names are hidden."""

    place: int  # among the rows, from 0
    number: int = 0
    status: Status
    points: int | None = None
    cells: list[Cell] = []
    mistakes: list[int] = []  # places in Figures.mistakes
    stopped: dict[str, int] = {}  # outcome -> number of tests
    late: bool | None = None
    committed: datetime | None = None
    seconds: float | None = None
    noted: bool = False


class Trial(Struct, kw_only=True):
    """One test and what the class made of it."""

    title: str
    suite: str
    exercise: int
    points: int
    passed: int = 0
    helped: int = 0
    stopped: Counter[str] = field(default_factory=Counter)


class Mistake(Struct, kw_only=True):
    """A mistake by name, or in one exercise all that got none (`title` is empty)."""

    title: str
    exercise: int | None  # None: of the file as a whole
    students: int = 0


class Figures(Struct, kw_only=True):
    """All that the page counts."""

    functions: list[str]
    worth: list[int]
    students: list[Student] = []
    lines: list[Line] = []
    trials: dict[str, Trial]
    mistakes: list[Mistake] = []
    apart: list[int] = []  # the places of the slow, the stopped and the refused

    @property
    def most(self) -> int:
        """The points to be had."""
        return sum(self.worth)

    @property
    def totals(self) -> list[int]:
        """The points of all who were graded, the fewest first."""
        return sorted(line.points for line in self.lines if line.points is not None)

    def count(self, status: Status) -> int:
        """How many students have that status."""
        return sum(line.status == status for line in self.lines)


def count(roll: Roll) -> Figures:
    """Count everything, in one pass."""
    exercises = [one for one in roll.rubric.exercises if one.listed(roll.suite)]
    figures = Figures(
        functions=[one.function for one in exercises],
        worth=[one.worth(roll.suite) for one in exercises],
        trials={
            test.id: Trial(title=test.title, suite=test.suite, exercise=place, points=test.points)
            for place, one in enumerate(exercises)
            for test in one.listed(roll.suite)
        },
    )
    places: dict[tuple[int | None, str], int] = {}
    zone = zone_of(roll.at)
    for row in roll.rows():
        line = Line(
            place=len(figures.lines),
            status=row.status,
            late=row.late,
            committed=moment(row.committed_at, zone),
            seconds=row.seconds,
            noted=bool(notes_of(row)),
        )
        figures.lines.append(line)
        figures.students.append(row.student)
        if row.card is not None and row.status == "graded":
            line.points = row.card.points
            line.cells = [_cell(one) for one in row.card.exercises]
            line.mistakes = _mistakes(figures, places, row.card, roll.titles)
            line.stopped = _tests(figures, row.card.exercises)
    _number(figures)
    figures.apart = _apart(figures.lines)
    return figures


def notes_of(row: Row) -> list[str]:
    """What the instructor should know of a row: its own notes, then its scorecard's."""
    return [*row.notes, *(row.card.notes if row.card else [])]


def spread(totals: list[int]) -> str:
    """Say where the class stands, in one sentence."""
    if not totals:
        return "Nothing has been graded."
    said = f"Median {median(totals):g}"
    if len(totals) >= 4:
        low, _, high = quantiles(totals, method="inclusive")
        said += f", the middle half from {low:g} to {high:g}"
    return f"{said}, lowest {totals[0]}, highest {totals[-1]}."


def moment(text: str, zone: timezone) -> datetime | None:
    """Return the moment that ISO 8601 `text` names, in `zone`; None where it names none."""
    try:
        at = iso(text)
        return at and at.astimezone(zone)
    except OverflowError:
        return None


def zone_of(text: str) -> timezone:
    """The offset that `text` names, so that commits and deadline can be compared; else UTC."""
    at = iso(text)
    return timezone((at and at.utcoffset()) or timedelta())


def _cell(one: ExerciseResult) -> Cell:
    return Cell(one.points, one.max_points, one.status == "not_started", one.helped > 0)


def _mistakes(
    figures: Figures,
    places: dict[tuple[int | None, str], int],
    card: Scorecard,
    titles: dict[str, str],
) -> list[int]:
    """The place of the mistake in each failed exercise."""
    why = unusable(card)
    whole = WHOLE[why] if why else ""
    found = []
    for exercise, one in enumerate(card.exercises):
        if one.status == "failed":
            name = one.misconception or ""
            key = (None, whole) if whole else (exercise, name)
            place = places.setdefault(key, len(figures.mistakes))
            if place == len(figures.mistakes):
                title = whole or titles.get(name, name)
                figures.mistakes.append(Mistake(title=title, exercise=key[0]))
            figures.mistakes[place].students += place not in found
            found.append(place)
    return found


def _tests(figures: Figures, exercises: list[ExerciseResult]) -> dict[str, int]:
    stopped: Counter[str] = Counter()
    for test in (test for one in exercises for test in one.tests):
        trial = figures.trials[test.id]
        trial.passed += test.outcome == "passed"
        trial.helped += test.follow_through
        if test.outcome in STOPPED:
            trial.stopped[test.outcome] += 1
            stopped[test.outcome] += 1
    return dict(stopped)


def _number(figures: Figures) -> None:
    """Number the students by a hash: in the roster's order a number would tell the name."""

    def key(line: Line) -> bytes:
        name = figures.students[line.place].username
        return blake2b(name.encode("utf-8", "surrogatepass")).digest()

    for number, line in enumerate(sorted(figures.lines, key=key), 1):
        line.number = number


def _apart(lines: list[Line]) -> list[int]:
    """The places of the rows to look at: whose code was stopped or noted, then the slowest."""
    halted = [line for line in lines if line.stopped or (line.noted and line.status == "graded")]
    halted.sort(key=lambda line: (-len(line.stopped), -(line.seconds or 0)))
    slow = sorted((one for one in lines if one.seconds), key=lambda one: -(one.seconds or 0))
    chosen = [*slow[:SLOWEST], *halted][:SHOWN_APART]
    return sorted({line.place for line in chosen}, key=lambda place: -(lines[place].seconds or 0))
