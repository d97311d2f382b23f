"""The roll: one row for each student, and what all tables and the page are made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Literal, get_args

from msgspec import Struct

from grader.plain import inert
from grader.rubric import Rubric, Suite
from grader.scorecard import Scorecard

Status = Literal["graded", "not_graded", "no_submission"]


class CannotGradeClass(Exception):
    """The class was not graded. Says what to mend."""


class NotGraded(CannotGradeClass):
    """The grader could not grade all of the class. What it could is kept."""


class Student(Struct, frozen=True, kw_only=True):
    """A line of the roster; a folder that no roster names has a username alone."""

    username: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    section: str = ""
    github_id: str = ""
    role: str = ""

    @property
    def name(self) -> str:
        """First and last name, or the username where the roster has none."""
        return f"{self.first_name} {self.last_name}".strip() or self.username


class Row(Struct, frozen=True, kw_only=True):
    """What is known of one student's work. `card` is there for graded ones alone."""

    student: Student
    status: Status
    card: Scorecard | None = None
    path: str = ""
    commit: str = ""
    committed_at: str = ""  # ISO 8601 with an offset, as the commit says
    late: bool | None = None  # None where no deadline was given or no git tells
    seconds: float | None = None  # what grading it took
    notes: list[str] = []


# What a published score can be that is not ours.
Difference = Literal["forged", "stale", "missing", "late", "follow_through", "other"]
# What can be so of a student's work, beside its mistakes.
Remark = Literal["not_loaded", "no_file", "tried", "only_late", "no_submission", "later_commits"]
# What a finding can be, the gravest first.
Kind = Literal["forged", "unreadable", "doubled", "not_graded", "unmatched", Difference, Remark]
KINDS: tuple[Kind, ...] = get_args(Kind)
REMARKS: tuple[Remark, ...] = get_args(Remark)
# What is said where there is no finding at all.
NOTHING = (
    "Nothing was found that needs a look: no doubles, no unmatched folders, nothing the grader "
    "failed on, no file that is missing or does not load, nothing forbidden tried"
)


class Finding(Struct, frozen=True):
    """Something to look at before marks are used; listed first on the page and the terminal."""

    kind: Kind
    username: str  # "" where none is meant
    text: str


class Roll(Struct, frozen=True, kw_only=True):
    """The class. `rows` gives its rows anew at each call, in the order of the roster."""

    rubric: Rubric
    suite: Suite
    rows: Callable[[], Iterator[Row]]
    findings: list[Finding] = []
    at: str = ""
    graded_at: str = ""  # ISO 8601, UTC
    grader: dict[str, str] = {}
    titles: dict[str, str] = {}  # a mistake's id -> its title, from the assignment's own data
    confined: Literal["kernel", "no"] = "no"
    git: bool = True  # whether commits could be read at all
    notes: list[str] = []  # what a reader must know: commit dates are the student's to set
    kept: int = 0  # how many rows had their scorecard from an earlier run

    @property
    def nothing(self) -> str:
        """What is said where there is no finding: only what was looked for."""
        dated = ", nothing committed after the deadline" if self.at and self.git else ""
        return f"{NOTHING}{dated}."


def by_weight(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, the gravest kinds first."""
    return sorted(findings, key=lambda one: KINDS.index(one.kind))


def iso(text: str) -> datetime | None:
    """Return the moment that ISO 8601 `text` names, with its offset if it has one, else None."""
    try:
        return datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
    except ValueError:
        return None


def listed(names: Sequence[str], most: int) -> str:
    """Return the first `most` names, and how many more there are."""
    shown, more = ", ".join(names[:most]), len(names) - most
    return f"{shown} and {more} more" if more > 0 else shown


def one_line(text: str, limit: int = 100) -> str:
    """Return `text` inert and in one line, as findings hold what strangers wrote."""
    return " ".join(inert(text, limit).split())
