"""Whose a submission is: by its folder's name, or by what the platform wrote beside it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from grader.cohort.handed_in.places import shown
from grader.roll import Student

METADATA = "submission_metadata.yml"  # Gradescope's, beside its folders submission_NUMBER
# Moodle's: "Full Name_NUMBER_assignsubmission_file_", or so begins each file's name.
MOODLE = re.compile(r"(?P<name>.+?)_\d+_assignsubmission_(?P<kind>[a-z]+)(_.*)?", re.DOTALL)
_FIELD = re.compile(r" {2}(?:- |  ):?(name|sid|email): ?(.*)")


@dataclass(frozen=True)
class Submitter:
    """A student as Gradescope names one; any may be empty."""

    name: str = ""
    sid: str = ""
    email: str = ""

    def said(self) -> str:
        """All that is known, for a message."""
        return ", ".join(filter(None, (self.name, self.email, self.sid))) or METADATA


class People:
    """The students of a roster, or whoever hands in where there is none."""

    def __init__(self, roster: list[Student] | None, prefix: str) -> None:
        self._open = roster is None
        self._prefix = prefix
        self._usernames = {one.username.casefold(): one for one in roster or []}
        self._emails = _single((one.email.casefold(), one) for one in roster or [])
        self._names = _single((_words(one.name), one) for one in roster or [])

    def by_folder(self, name: str) -> tuple[Student, str] | None:
        """Whose folder `name` is, and what stands before the username.

        The longest username that the name ends in, so that "hw-mary-ann" is not Ann's where
        Mary Ann is in the class. What follows the prefix must be a username as a whole.
        """
        low = name.casefold()
        after = ""
        start, rest = name[: len(self._prefix)], name[len(self._prefix) :]
        if self._prefix and start.casefold() == self._prefix.casefold():
            after = rest.lstrip("-_ ")
        if self._open:
            username = shown(after if self._prefix else name)
            return (Student(username=username), "") if username else None
        if after:
            whose = self._usernames.get(after.casefold())
            return (whose, self._prefix.casefold().rstrip("-_ ")) if whose else None
        steps = low.split("-")
        for number in range(len(steps)):
            student = self._usernames.get("-".join(steps[number:]))
            if student is not None:
                return student, "-".join(steps[:number])
        return None

    def nobody(self) -> str:
        """Why a folder is nobody's."""
        if self._open:
            return "its name does not begin with the --prefix, with a username after it"
        return "its name is, or ends in, the username of no student in the roster"

    def names(self, name: str) -> bool:
        """Say whether the roster has somebody to whom this folder belongs."""
        return not self._open and self.by_folder(name) is not None

    def by_name(self, name: str) -> Student | None:
        """Who has this first and last name, in any order, and shares it with nobody."""
        if self._open:  # in one spelling of its accents, which macOS changes when it unpacks
            return Student(username=shown(unicodedata.normalize("NFC", name)))
        return self._names.get(_words(name))

    def by_submitter(self, one: Submitter) -> Student | None:
        """Who that is, by e-mail address, else student number, else name."""
        if self._open:
            username = shown(one.email or one.sid or one.name)
            student = Student(username=username, first_name=shown(one.name), email=shown(one.email))
            return student if username else None
        return (
            self._emails.get(one.email.casefold())
            or self._usernames.get(one.sid.casefold())
            or self._names.get(_words(one.name))
        )


def _single(pairs: Iterable[tuple[str, Student]]) -> dict[str, Student]:
    """A dictionary without the empty keys and those of several students."""
    found: dict[str, list[Student]] = {}
    for key, student in pairs:
        found.setdefault(key, []).append(student)
    return {key: students[0] for key, students in found.items() if key and len(students) == 1}


def _words(name: str) -> str:
    """A name to compare by: platforms change the order of its words and drop its marks."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    words = ("".join(filter(str.isalnum, word)) for word in plain.split())
    return " ".join(sorted(filter(None, words)))


def submitters(lines: Iterable[str]) -> dict[str, list[Submitter]]:
    """Read Gradescope's metadata: for each folder those who handed it in.

    Of the YAML only that part is read. It stands less deep than anything students wrote.
    """
    found: dict[str, list[Submitter]] = {}
    current: list[Submitter] | None = None
    inside = False
    for line in lines:
        text = line.rstrip("\r\n")
        if text[:1] not in (" ", ""):
            top = re.fullmatch(r"(submission_\d+):", text)
            current, inside = found.setdefault(top[1], []) if top else None, False
        elif re.fullmatch(r"  :?submitters:", text):
            inside = current == []
        elif not text.startswith(("  - ", "    ")):
            inside = False
        elif inside and current is not None:
            if text.startswith("  - "):
                current.append(Submitter())
            if (entry := _FIELD.fullmatch(text)) and current:
                current[-1] = replace(current[-1], **{entry[1]: _scalar(entry[2])})
    return found


def _scalar(text: str) -> str:
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text.startswith('"'):
        try:
            return str(json.loads(text))
        except ValueError:
            return text.strip('"')
    return "" if text in ("null", "~") else text.strip()
