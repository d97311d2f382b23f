"""Classroom 50's scores.json (`classroom50/scores/v1`), read as the work of strangers.

Its entries carry what student repositories reported. One that is not as the schema says is a
finding and is left out; only a file that is no scores.json at all is an error.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from grader.roll import CannotGradeClass, Finding, one_line

SCHEMA = "classroom50/scores/v1"
MAX_BYTES = 100 << 20  # GitHub takes no larger file
_COLLECT = "let Classroom 50 collect the scores again, or mend it by hand"
_Points = Annotated[int, Meta(ge=0, le=1_000_000)]


class Line(Struct, frozen=True):
    """A row of a result; other fields than the contract's may be of any kind."""

    name: str = field(name="test-name")
    score: _Points
    maximum: _Points = field(name="max-score")
    suite: Any = field(name="suite-digest", default="")
    work: Any = field(name="submission-digest", default="")


class Submission(Struct, frozen=True):
    """One published result: a commit, what it earned, and row by row why."""

    owner: str
    commit: str
    datetime: str
    score: _Points
    maximum: _Points = field(name="max-score")
    tests: list[Line]
    late: bool = False

    @property
    def sha(self) -> str:
        """The commit's id at the end of its address; "" where there is none."""
        found = re.search(r"[0-9a-f]{7,64}$", self.commit.rstrip("/"))
        return found[0] if found else ""

    @property
    def version(self) -> tuple[str, int]:
        """Which tests it says it ran, and out of how many points."""
        return (str(self.tests[0].suite) if self.tests else "", self.maximum)


class Entry(Struct, frozen=True):
    """A student's or a group's results, newest first."""

    owner: str
    submissions: list[Submission]
    member_usernames: list[str] = []
    override: bool = False


class _Bucket(Struct, frozen=True):
    entries: list[Any]


class _File(Struct, frozen=True):
    schema: str
    assignments: dict[str, _Bucket]


def read(path: Path, assignment: str) -> tuple[dict[str, Entry], list[Finding]]:
    """Return the entries by owner in lower case, and findings on those that cannot be read.

    The assignment is the one of that name, or the only one. Raises CannotGradeClass, naming file
    and mend.
    """
    slug, bucket = _bucket(_load(path), path, assignment)
    entries: dict[str, Entry] = {}
    findings: list[Finding] = []
    for number, raw in enumerate(bucket.entries):
        owner = raw.get("owner") if isinstance(raw, dict) else None
        who = one_line(owner) if isinstance(owner, str) else ""
        place = f"{path}, assignments.{slug}.entries[{number}]"
        try:
            entry = msgspec.convert(raw, Entry)
        except msgspec.ValidationError as error:
            findings.append(Finding("unreadable", who, f"{place}{_fault(error)}: {_COLLECT}."))
            continue
        if entries.setdefault(entry.owner.casefold(), entry) is not entry:
            text = f"{place} is a second entry of the same owner, and only the first was compared"
            findings.append(Finding("unreadable", who, f"{text}: {_COLLECT}."))
    return entries, findings


def _fault(error: msgspec.ValidationError) -> str:
    text, _, where = str(error).partition(" - at `$")
    return f"{one_line(where.rstrip('`'), 200)} is not as it should be ({one_line(text, 200)})"


def _load(path: Path) -> _File:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CannotGradeClass(f"{path} is over {MAX_BYTES >> 20} MiB: give a scores.json.")
        # Lenient where it does no harm, so that one student's odd text blocks nobody else's.
        text = path.read_bytes().decode("utf-8-sig", "replace")
        raw = json.loads(text, parse_int=_whole, parse_constant=str)
        return msgspec.convert(raw, _File)
    except OSError as error:
        raise CannotGradeClass(f"{path} cannot be read ({error.strerror}).") from error
    except msgspec.ValidationError as error:
        raise CannotGradeClass(f"{path}{_fault(error)}: {_COLLECT}.") from error
    except RecursionError as error:
        raise CannotGradeClass(f"{path} is nested too deeply: {_COLLECT}.") from error
    except ValueError as error:
        raise CannotGradeClass(f"{path} is no JSON ({error}): {_COLLECT}.") from error


def _whole(text: str) -> float:
    return int(text) if len(text) < 20 else float("inf")  # no score; and int() has a limit


def _bucket(file: _File, path: Path, assignment: str) -> tuple[str, _Bucket]:
    if file.schema != SCHEMA:
        raise CannotGradeClass(
            f'{path}: its schema is "{one_line(file.schema, 80)}", and this grader reads '
            f'"{SCHEMA}". Give the scores.json of Classroom 50\'s repository.'
        )
    names = list(file.assignments)
    if assignment not in names and len(names) != 1:
        raise CannotGradeClass(
            f'{path} has no assignment "{assignment}", and is not about a single one '
            f"({one_line(', '.join(names), 300) or 'it has none'}). Give a copy in which "
            '"assignments" holds only the one that you grade.'
        )
    slug = assignment if assignment in names else names[0]
    return one_line(slug), file.assignments[slug]
