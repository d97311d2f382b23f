"""What a clone held at a time: the last commit of its default branch, and the files in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path

from grader.cohort.handed_in.clone import CannotTake, Clone, MissingObject, is_clone
from grader.roll import CannotGradeClass
from grader.submission import NotASubmission, Submission, take, take_from

# For the page, wherever commits are shown.
DATES_NOTE = "Commit dates are the student's to set: they show habits and prove nothing."
# For a deadline that is still to come.
PENDING = (
    "The deadline has not passed yet: what is committed until then is not in it. Fetch the clones "
    "and grade again after it."
)
# For the run, where there are none.
NO_COMMITS = "No commits could be read here, so commit, committed_at and late are empty."
NOT_A_CLONE = "This is no clone: it was graded as it is, whatever its date."
MAX_COMMITS = 20_000
BELOW = 500  # commits looked at below the one that is graded
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?) ?(Z|[+-]\d\d:?\d\d)?)?")
_COMMITTER = re.compile(rb"^committer .*> (\d{1,18}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)


@dataclass(frozen=True)
class Taken:
    """What a student handed in. No `submission`: nothing by the deadline (`no_submission`)."""

    submission: Submission | None
    commit: str = ""
    committed_at: str = ""
    late: bool | None = None
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Commit:
    """A commit: its id, its tree's, its first parent's ("" for none), and its committer's date."""

    id: str
    tree: str
    parent: str
    seconds: int  # since 1970, UTC
    offset: timedelta

    @property
    def date(self) -> str:
        """ISO 8601 with the committer's offset; empty where no calendar has the date."""
        try:
            return datetime.fromtimestamp(self.seconds, timezone(self.offset)).isoformat()
        except (ValueError, OverflowError, OSError):
            return ""


def parse_time(text: str) -> tuple[datetime, str]:
    """Read --at: the moment with its offset, and a sentence for the reports on how it was read.

    A day alone ends at its last second; without an offset it is this machine's local time.
    Raises CannotGradeClass with an example where it is no time.
    """
    try:
        found = _TIME.fullmatch(text.strip())
        day, clock, offset = found.groups() if found else ("", "", "")
        at = datetime.fromisoformat(f"{day}T{clock or '23:59:59'}")
        if offset:
            return (whole := _with_offset(at, offset)), f"The deadline is {whole.isoformat()}."
        at = at.astimezone()
    except (ValueError, OverflowError, OSError):
        raise CannotGradeClass(
            f"--at {text}: this is no time. Write it as 2026-11-30T23:59+01:00, or as 2026-11-30 "
            "for the end of that day."
        ) from None
    return at, (
        f"The deadline is {at.isoformat()}: it was given without an offset, so it was read as "
        "this machine's local time."
    )


def _with_offset(at: datetime, offset: str) -> datetime:
    if offset == "Z":
        return at.replace(tzinfo=timezone.utc)
    return datetime.fromisoformat(f"{at.isoformat()}{offset[:3]}:{offset[-2:]}")


def take_folder(folder: Path, files: Sequence[str], at: datetime | None) -> Taken:
    """Take a student's folder as it is, or the commit of a clone that was its last at a time.

    Raises CannotTake.
    """
    if at is not None and is_clone(folder):
        with Clone(folder) as clone:
            return _take_commit(clone, files, int(at.timestamp()))
    try:
        submission = take(folder, files)
    except NotASubmission as error:
        raise CannotTake(str(error)) from None
    if not is_clone(folder):
        return Taken(submission, notes=[NOT_A_CLONE] if at is not None else [])
    try:
        with Clone(folder) as clone:
            return _with_head(clone, files, submission)
    except CannotTake as error:
        return Taken(submission, notes=[f"No commit is shown: {error}"])


def _with_head(clone: Clone, files: Sequence[str], submission: Submission) -> Taken:
    head = clone.tip("HEAD")
    if head is None:
        return Taken(submission, notes=["Nothing is committed yet: the folder was graded."])
    commit = read_commit(clone, head)
    there = take_from(Tree(clone, commit.tree), files)
    same = _lines(there) == _lines(submission)
    note = "What was graded is the folder, which differs from its last commit."
    return Taken(submission, commit.id, commit.date, notes=[] if same else [note])


def _lines(submission: Submission) -> dict[str, bytes]:
    """The files; a checkout may have changed how lines end."""
    return {name: text.replace(b"\r\n", b"\n") for name, text in submission.files.items()}


def _take_commit(clone: Clone, files: Sequence[str], at: int) -> Taken:
    tip = clone.tip("refs/remotes/origin/HEAD") or clone.tip("HEAD")
    if tip is None:
        return Taken(None, late=False, notes=["Nothing is committed in this clone."])
    chosen, late, mixed = _last_by(clone, tip, at)
    if chosen is None:
        return Taken(None, late=True, notes=["All its commits are from after the deadline."])
    notes = ["An older commit has a date after the deadline: look at its dates."] if mixed else []
    submission = take_from(Tree(clone, chosen.tree), files)
    return Taken(submission, chosen.id, chosen.date, late, notes)


def _last_by(clone: Clone, tip: str, at: int) -> tuple[Commit | None, bool, bool]:
    """The branch's last commit not after `at`; whether there are later ones, also below it.

    The branch is the line of first parents: what is merged late was not on it before.
    """
    chosen, late, mixed, below, name = None, False, False, 0, tip
    for _ in range(MAX_COMMITS):
        try:
            commit = read_commit(clone, name)
        except MissingObject:
            if chosen is None:
                raise
            return chosen, late, mixed  # a shallow clone, deep enough
        if commit.seconds > at:
            late, mixed = True, chosen is not None
        elif chosen is None:
            chosen = commit
        below += chosen is not None
        if not commit.parent or below > BELOW or mixed:
            return chosen, late, mixed
        name = commit.parent
    raise CannotTake(f"It has more than {MAX_COMMITS} commits after the deadline: look at it.")


def read_commit(clone: Clone, name: str) -> Commit:
    """Read a commit by its id. Raises CannotTake."""
    head = clone.read("commit", name).partition(b"\n\n")[0] + b"\n"
    tree = re.match(rb"tree ([0-9a-f]{40})\n(?:parent ([0-9a-f]{40})\n)?", head)
    committer = _COMMITTER.search(head)
    if tree is None or committer is None:
        raise CannotTake(f"The commit {name[:12]} has no date that can be read: look at it.")
    seconds, sign, hours, minutes = committer.groups()
    offset = timedelta(hours=int(hours) % 24, minutes=int(minutes) % 60)
    return Commit(
        id=name,
        tree=tree[1].decode(),
        parent=(tree[2] or b"").decode(),
        seconds=int(seconds),
        offset=-offset if sign == b"-" else offset,
    )


class Tree:
    """The files of a commit, as a Source."""

    def __init__(self, clone: Clone, tree: str) -> None:
        self._clone = clone
        self._top = tree

    def _entry(self, place: str) -> tuple[str, str]:
        """The mode and the id of what lies at `place` (or of a link on the way), or nothing."""
        mode, name = "40000", self._top
        for step in place.split("/"):
            if mode != "40000":
                return (mode, name) if mode == "120000" else ("", "")
            mode, name = self._folder(name).get(step.encode(), ("", ""))
        return mode, name

    def _folder(self, tree: str) -> dict[bytes, tuple[str, str]]:
        found = re.findall(
            rb"([0-7]{5,6}) ([^\0]+)\0(.{20})", self._clone.read("tree", tree), re.DOTALL
        )
        return {name: (mode.decode(), identity.hex()) for mode, name, identity in found}

    def kind(self, place: str) -> str | None:
        """See Source."""
        mode, _ = self._entry(place)
        words = {"": None, "40000": "a folder", "120000": "a link, and links are not followed"}
        return "" if mode.startswith("100") else words.get(mode, "no ordinary file")

    def read(self, place: str, most: int) -> bytes:
        """See Source."""
        return self._clone.read("blob", self._entry(place)[1], most, cut=True)
