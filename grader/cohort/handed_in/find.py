"""Find a class's submissions in a folder or a platform's download, and whose they are.

Nothing is guessed: a folder that is nobody's and a student with two folders are findings, and
neither is graded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal

from grader.cohort.handed_in.clone import CannotTake, git, is_clone
from grader.cohort.handed_in.commits import NOT_A_CLONE, Taken, take_folder
from grader.cohort.handed_in.places import Disk, Place, Zip, open_place, shown
from grader.cohort.handed_in.whose import METADATA, MOODLE, People, Submitter, submitters
from grader.cohort.store import NAME as STORE
from grader.plain import inert
from grader.roll import CannotGradeClass, Finding, Student
from grader.rubric import Rubric
from grader.submission import NotASubmission, Source, take_from

__all__ = ["CannotTake", "Entry", "Found", "Taken", "find"]

_LEFT_OUT = (".git", "__MACOSX", "__pycache__")


@dataclass(frozen=True)
class Entry:
    """A student's work; `path` is for people, relative to the class's folder."""

    student: Student
    path: str
    taking: Callable[[], Taken]
    notes: tuple[str, ...] = ()

    def take(self) -> Taken:
        """Read the work, and its commit. May run in any thread.

        Raises CannotTake: the row is `not_graded`, the text is its note. So are students to
        whom two folders belong.
        """
        taken = self.taking()
        return replace(taken, notes=[*self.notes, *taken.notes])


@dataclass(frozen=True)
class Found:
    """The class: at most one entry for each student, in the roster's order."""

    entries: list[Entry]
    findings: list[Finding]
    missing: list[Student]
    git: bool  # whether commits could be read


@dataclass(frozen=True)
class _Claim:
    """An entry that may have rivals; `lead` is what stands before the username, if that told."""

    entry: Entry
    lead: str | None = None


def find(
    folder: Path,
    rubric: Rubric,
    roster: list[Student] | None,
    prefix: str,
    at: datetime | None,
    output: Path,
) -> Found:
    """Find every submission in `folder`: a folder of folders or .py files, or a download's zip.

    Raises CannotGradeClass.
    """
    search = _Search(rubric, People(roster, prefix), at, output)
    claims = _certain(search.claims(open_place(folder), ""), search.findings)
    entries, doubled = _one_each(claims)
    if not entries and not search.findings:
        raise CannotGradeClass(f"there is no submission in {folder}: is it the class's folder?")
    if roster is not None:
        order = {student.username: place for place, student in enumerate(roster)}
        entries.sort(key=lambda entry: order[entry.student.username])
    there = {entry.student.username for entry in entries}
    missing = [student for student in roster or [] if student.username not in there]
    return Found(entries, doubled + search.findings, missing, search.clones and git() is not None)


class _Search:
    """Looks through a place, and keeps what is to be told."""

    def __init__(self, rubric: Rubric, people: People, at: datetime | None, output: Path) -> None:
        self._files = rubric.submission.files
        self._people = people
        self._at = at
        self._output = output.resolve()
        self.findings: list[Finding] = []
        self._ungradable: dict[str, Entry] = {}  # by username: Moodle's texts and other files
        self.clones = False

    def claims(self, place: Place, base: str) -> list[_Claim]:
        """All that is handed in below a place."""
        names = [name for name in place.names() if self._counts(place, name)]
        if any("/" in file and place.kind(file) == "" for file in self._files):
            raise CannotGradeClass(
                "this is one submission: give the folder above it, or use `grade run` for it alone."
            )
        if len(names) == 1 and self._wraps(place, names[0]):
            return self.claims(place.below(names[0]), f"{base}{names[0]}/")
        if isinstance(place, Zip) and (odd := place.archive.odd):
            more = f" and {len(odd) - 1} more" if len(odd) > 1 else ""
            why = "Left out, since names in a zip must be plain paths, as ann/attention.py"
            self._tell("unreadable", f"{why}: {shown(odd[0])}{more}. Zip the folders anew.")
        if isinstance(place, Disk):
            self.clones = any(is_clone(place.path / name) for name in names)
        if self.clones and self._at is not None and git() is None:
            raise CannotGradeClass("--at reads commits with the program git: install it first.")
        sheet = _sheet(place)
        found = []
        for name in names:
            path, taking = shown(base + name), self._taking(place, name)
            for student, lead in self._whose(place, name, sheet, path):
                found.append(_Claim(Entry(student, path, taking), lead))
        there = {claim.entry.student.username for claim in found}
        return found + [_Claim(one) for name, one in self._ungradable.items() if name not in there]

    def _counts(self, place: Place, name: str) -> bool:
        """Whether that may be handed in. Tells what is left out, but for what tools leave."""
        path = (place.path / name).resolve() if isinstance(place, Disk) else None
        if name in _LEFT_OUT or path == self._output or path in self._output.parents:
            return False
        folder = place.kind(name) == "a folder"
        works = self._works(place.below(name)) if folder else name.endswith(".py")
        if works and name.startswith(".") and not name.startswith("._"):  # which macOS adds
            self._unmatched(shown(name), "its name begins with a dot")
        report = folder and not works and place.kind(f"{name}/{STORE}") == ""
        if report:
            text = f"{shown(name)} was left out: it holds {STORE}, as reports of earlier runs do."
            self._tell("unmatched", text)
        return not report and not name.startswith(".")

    def _works(self, place: Place) -> bool:
        """Whether what is to be handed in lies there, or a clone."""
        files = [*self._files, *(file.rpartition("/")[2] for file in self._files), ".git"]
        return any(place.kind(file) is not None for file in files)

    def _wraps(self, place: Place, name: str) -> bool:
        """Whether the only thing there is a folder around the class, as in many downloads."""
        if place.kind(name) != "a folder" or MOODLE.fullmatch(name) or self._people.names(name):
            return False
        inside = place.below(name)
        return not self._works(inside) and any(
            inside.kind(one) == "a folder" or one.endswith(".py") for one in inside.names()
        )

    def _whose(
        self, place: Place, name: str, sheet: dict[str, list[Submitter]], path: str
    ) -> Iterator[tuple[Student, str | None]]:
        kind, ending = place.kind(name), name.lower().rpartition(".")[2]
        moodle = MOODLE.fullmatch(name)
        if kind == "" and ending == "zip":
            self._tell("unmatched", f"{path} was not opened: unpack it into a folder.")
        elif kind not in ("", "a folder"):
            self._tell("unreadable", f"{path} is {kind}. Put the folder itself there.")
        elif isinstance(place, Zip) and place.shadows(name):
            self._tell("unreadable", f"{path} is a file and a folder in one zip. Zip it anew.")
        elif moodle and (moodle["kind"] != "file" or (kind == "" and ending != "py")):
            what = "online text" if moodle["kind"] == "onlinetext" else "no program"
            mend = f"Ask for {self._files[0]}, or mark it by hand."
            text = f"{path} was found, and cannot be graded: it is {what}. {mend}"
            self._beside(moodle["name"], path, text)
        elif kind == "" and ending != "py":
            pass
        elif sheet and name.startswith("submission_"):
            for one in sheet.get(name) or [Submitter()]:
                yield from self._known(self._people.by_submitter(one), path, one.said())
        elif moodle:
            yield from self._known(self._people.by_name(moodle["name"]), path, moodle["name"])
        else:
            whose = self._people.by_folder(name[:-3] if kind == "" else name)
            if whose is None:
                self._unmatched(path, self._people.nobody())
            else:
                yield whose

    def _beside(self, name: str, path: str, text: str) -> None:
        """Keep what no program is: it is told of students who handed in nothing else."""
        for student, _ in self._known(self._people.by_name(name), path, name):
            refusing = Entry(student, path, partial(_refuse, text))
            self._ungradable.setdefault(student.username, refusing)

    def _known(
        self, student: Student | None, path: str, said: str
    ) -> Iterator[tuple[Student, None]]:
        if student is not None:
            yield student, None
        else:
            self._unmatched(path, f"no student of the roster, or more than one, is {shown(said)}")

    def _unmatched(self, path: str, why: str) -> None:
        self._tell("unmatched", f"{path} was not graded: {why}. Mend the name, or the roster.")

    def _tell(self, kind: Literal["unmatched", "unreadable"], text: str) -> None:
        self.findings.append(Finding(kind, "", inert(text)))

    def _taking(self, place: Place, name: str) -> Callable[[], Taken]:
        at = self._at if self.clones else None
        single = place.kind(name) == ""
        if isinstance(place, Disk) and not single:
            return partial(take_folder, place.path / name, self._files, at)
        source, file = (place, name) if single else (place.below(name), "")
        return partial(_take_files, source, self._files, file, at)


def _sheet(place: Place) -> dict[str, list[Submitter]]:
    """What Gradescope says of its folders, if the place is a download of its."""
    try:
        return submitters(place.lines(METADATA)) if place.kind(METADATA) == "" else {}
    except (CannotTake, OSError) as error:
        raise CannotGradeClass(f"{METADATA} cannot be read: {error}") from None


def _take_files(source: Source, files: list[str], single: str, at: datetime | None) -> Taken:
    try:
        submission = take_from(source, files, single)
    except (NotASubmission, OSError) as error:
        raise CannotTake(f"It cannot be read: {error}") from None
    return Taken(submission, notes=[NOT_A_CLONE] if at is not None else [])


def _certain(claims: list[_Claim], findings: list[Finding]) -> list[Entry]:
    """Leave out folders whose names may end in more than the username that was found in them.

    Where most are called "hw-...", the folder "hw-mary-ann" is hardly Ann's, though she be in
    the roster and Mary Ann not.
    """
    leads = Counter(claim.lead for claim in claims if claim.lead)
    usual = leads.most_common(1)[0][0] if leads else ""
    entries = []
    for claim in claims:
        lead, entry = claim.lead or "", claim.entry
        if lead.startswith(f"{usual}-") and leads[lead] < leads[usual]:
            text = (
                f"{entry.path} was not graded: is it of {entry.student.username}, or of somebody "
                f"with a longer username? Others are called {usual}-USERNAME. Mend the roster, or "
                "the name."
            )
            findings.append(Finding("unmatched", "", text))
            continue
        if lead and lead != usual:
            note = f"By its name's end, {entry.path} was taken to be of {entry.student.username}."
            entry = replace(entry, notes=(note,))
        entries.append(entry)
    return entries


def _one_each(claims: list[Entry]) -> tuple[list[Entry], list[Finding]]:
    """One entry for each student; where several claim to be it, one that refuses to choose."""
    # By what takes it, since names that differ may look alike.
    rivals: dict[str, dict[Callable[[], Taken], Entry]] = {}
    for entry in claims:
        rivals.setdefault(entry.student.username.casefold(), {})[entry.taking] = entry
    entries, findings = [], []
    for own in rivals.values():
        first = next(iter(own.values()))
        if len(own) > 1:
            paths = " and ".join(entry.path for entry in own.values())
            text = f"{paths} belong to one student, so none was graded. Keep one."
            findings.append(Finding("doubled", first.student.username, text))
            first = Entry(first.student, paths, partial(_refuse, text))
        entries.append(first)
    return entries, findings


def _refuse(text: str) -> Taken:
    raise CannotTake(text)
