"""Published scores beside the regrade: what was claimed, what is so, and what to do about it.

A score is published by a workflow in the student's own repository, so each field of it can be
forged, its commit too. Followed here: of whom is it, of which commit, out of which tests, and
does each row say what the regrade says. An honest score raises nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from grader.cohort.scores_json import Entry, Submission, read
from grader.reports.classroom50 import DIGITS, named
from grader.roll import Difference, Finding, Roll, Row, by_weight, iso, listed, one_line
from grader.rubric import Rubric
from grader.scorecard import Scorecard, TestResult

_SHOWN = 2  # tests named in one finding
_ASK = "Read the commit and its workflow run, and ask the student before you decide."
_EDITED = "Perhaps the result or the workflow was edited."
Rows = dict[str, TestResult]
Said = Iterable[tuple[Difference, str]]


def compare(roll: Roll, path: Path) -> list[Finding]:
    """Compare Classroom 50's scores.json with the roll; the gravest kinds come first.

    Rows are compared where they name the rubric's own tests, else totals out of the same maximum.
    Raises CannotGradeClass where the file cannot be used at all.
    """
    entries, findings = read(path, roll.rubric.assignment)
    told = {name.casefold() for one in entries.values() for name in one.member_usernames}
    told |= {one.username.casefold() for one in findings}  # there, and not to be read
    judge = _Judge(roll, entries.values())
    for row in roll.rows():
        name = row.student.username.casefold()
        entry = entries.pop(name, None)
        if entry is not None and entry.submissions:
            said = judge.entry(row, entry)
        else:
            said = [] if name in told else _unpublished(row)
        findings += [Finding(kind, row.student.username, text) for kind, text in said]
    for entry in entries.values():
        text = "a score is published, and the class has nobody of that name. Is the roster whole?"
        findings.append(Finding("missing", one_line(entry.owner), text))
    return by_weight(findings)


def is_forged(findings: Iterable[Finding]) -> bool:
    """Whether a published score is better than the work, or contradicts itself."""
    return any(one.kind == "forged" for one in findings)


def _unpublished(row: Row) -> Said:
    if row.card and row.card.points:  # untouched stubs are not handed in
        yield (
            "missing",
            f"nothing is published, and the regrade gives {_of(row.card)}. "
            "Perhaps the workflow never ran, or scores were collected before it did. "
            "Let Classroom 50 collect again; the regrade's mark can stand.",
        )


class _Judge:
    """Holds each entry against its row."""

    def __init__(self, roll: Roll, entries: Iterable[Entry]) -> None:
        self._at = _time(roll.at)
        self._rubric = roll.rubric
        newest = [one.submissions[0].version for one in entries if one.submissions]
        # What most of a class says it ran was installed there; no single student invents it.
        self._usual = Counter(newest).most_common(1)[0][0] if newest else None

    def entry(self, row: Row, entry: Entry) -> Said:
        """Say what is wrong with an entry that holds at least one submission."""
        newest, card = entry.submissions[0], row.card
        if row.status == "no_submission":
            yield (
                "missing",
                f"{_claim(newest)} published, and no submission of theirs is in the folder. "
                "Clone their repository into it and run the command again.",
            )
        if card is None:
            return
        if entry.override:
            yield from self._by_hand(newest, card)
            return
        graded = next((one for one in entry.submissions if _same_work(one, row)), None)
        after = _later(_time(newest.datetime), self._at)
        if after or newest.late:
            why = "after the deadline" if after else "marked late in the published file"
            yield "late", _late(newest, graded, card, why)
        elif graded is not newest:
            yield "stale", _stale(newest, graded, row, card)
        if graded is not None:
            yield from self._same(entry, graded, card)

    def _by_hand(self, one: Submission, card: Scorecard) -> Said:
        part = _part(one, card, self._rubric)
        if part is None or one.score != _points(part):
            yield (
                "other",
                f"{_claim(one)} published by hand (override), and the regrade gives {_of(card)}. "
                "That is no forgery: keep the override, or take it out and publish the regrade.",
            )

    def _same(self, entry: Entry, one: Submission, card: Scorecard) -> Said:
        """Compare a result with the regrade of the same work."""
        part = _part(one, card, self._rubric)
        ours = part is not None and part.keys() <= {line.name for line in one.tests}
        if fault := _contradiction(entry, one, ours):
            yield "forged", f"{_claim(one)} published, but {fault}. {_EDITED} {_ASK}"
        elif part is None:
            yield self._apart(one, card)
        elif ours:
            claimed = {line.name: line.score for line in one.tests}
            more = [name for name, test in part.items() if claimed[name] > test.points]
            less = [test for name, test in part.items() if claimed[name] < test.points]
            if more:
                yield self._better(one, card, part, more)
            if less:
                yield _worse(one, part, all(test.follow_through for test in less))
        elif one.score > _points(part):
            yield self._better(one, card, part, [])
        elif one.score < _points(part):
            helped = sum(test.points for test in part.values() if test.follow_through)
            yield _worse(one, part, one.score >= _points(part) - helped)

    def _better(
        self, one: Submission, card: Scorecard, part: Rows, more: list[str]
    ) -> tuple[Difference, str]:
        """Say that more is published than the work earns."""
        text = f"{_claim(one)} published, and the regrade of the same work gives {_of_part(part)}"
        if more:
            tests = [f'"{one_line(name)}"' for name in more]
            text += f". It does not earn {listed(tests, _SHOWN)}"
        suite = (card.grader or {}).get("public_digest", "")[:DIGITS]
        if one.version[0] not in ("", suite) and one.version == self._usual:
            mend = "Let Classroom 50 regrade with today's tests, then compare again."
            return "stale", f"{text}. The class's scores come from another version. {mend}"
        varies = "or the answers vary from run to run, or this machine was slower"
        return "forged", f"{text}. {_EDITED[:-1]}, {varies}. {_ASK}"

    def _apart(self, one: Submission, card: Scorecard) -> tuple[Difference, str]:
        """Say why a total cannot be compared."""
        text = f"{_claim(one)} published, and the regrade gives {_of(card)}"
        if not one.maximum:
            return "other", f"{text}. The autograder there did not run or broke: use the regrade."
        if one.score and one.version != self._usual:
            old = "Perhaps an old version of the assignment graded it."
            return (
                "forged",
                f"{text}. Most of the class is graded otherwise. {_EDITED} {old} {_ASK}",
            )
        return "other", f"{text}. They come from different tests: use the regrade."


def _part(one: Submission, card: Scorecard, rubric: Rubric) -> Rows | None:
    """The regrade's tests that a result is about: by its rows, else by its maximum."""
    rows = named(card)
    public = {name: test for name, test in rows.items() if test.suite == "public"}
    theirs = {line.name: line.maximum for line in one.tests}
    for part in (rows, public):
        if part and {name: test.max_points for name, test in part.items()} == theirs:
            return part
    for part in (rows, public):
        if part and sum(test.max_points for test in part.values()) == one.maximum:
            return part
    # Hidden tests were published, and the regrade had none.
    return rows if one.maximum == rubric.points and rows.keys() <= theirs.keys() else None


def _contradiction(entry: Entry, one: Submission, ours: bool) -> str:
    """What a result says against itself; our own grader, if `ours`, adds up its rows."""
    if one.owner.casefold() != entry.owner.casefold():
        return f'it is a result of "{one_line(one.owner)}"'
    if one.score > one.maximum or any(line.score > line.maximum for line in one.tests):
        return "that is more than there is to earn"
    total = sum(line.score for line in one.tests)
    return f"its rows add up to {total}" if ours and total != one.score else ""


def _same_work(one: Submission, row: Row) -> bool:
    """Whether a result is of the graded work; where nothing tells, it is taken to be."""
    digest = row.card.submission.digest if row.card and row.card.submission else ""
    work = one.tests[0].work if one.tests else ""
    told = isinstance(work, str) and len(work) >= DIGITS // 2 and digest != ""
    if told and digest.startswith(work):
        return True
    if row.commit and one.sha:
        return row.commit.casefold().startswith(one.sha)
    return not told


def _worse(one: Submission, part: Rows, followed: bool) -> tuple[Difference, str]:
    text = f"{_claim(one)} published, and the regrade of the same work gives {_of_part(part)}"
    if followed:
        why = "It tried again with a working function where a mistake had cost points twice"
        return "follow_through", f"{text}. {why}: use the regrade."
    why = "Perhaps the run there was cut short, or had other tests or another machine"
    return "other", f"{text}. {why}: use the regrade."


def _late(newest: Submission, graded: Submission | None, card: Scorecard, why: str) -> str:
    text = f"{_claim(newest)} published for work of {one_line(newest.datetime, 40)}, {why}"
    if graded is newest:
        return f"{text}; the regrade is of the same work and gives {_of(card)}. Apply your rule."
    return f"{text}; the regrade is of other work and gives {_of(card)}. Use that, or your rule."


def _stale(newest: Submission, graded: Submission | None, row: Row, card: Scorecard) -> str:
    shown = f"commit {newest.sha[:12]}" if newest.sha else "other work"
    mine = f"commit {row.commit[:12]}" if row.commit else "what the folder holds"
    text = f"{_claim(newest)} published for {shown}; the regrade is of {mine} and gives {_of(card)}"
    if graded is not None:
        return f"{text}, which was published before. Is the clone too old? Fetch it and run again."
    return f"{text}. Fetch the clone, or let Classroom 50 collect again, then compare."


def _later(moment: datetime | None, deadline: datetime | None) -> bool:
    return moment is not None and deadline is not None and moment > deadline


def _time(text: str) -> datetime | None:
    moment = iso(text)
    return moment if moment and moment.tzinfo else None


def _points(part: Rows) -> int:
    return sum(test.points for test in part.values())


def _of_part(part: Rows) -> str:
    return f"{_points(part)} of {sum(test.max_points for test in part.values())}"


def _of(card: Scorecard) -> str:
    return f"{card.points} of {card.max_points}"


def _claim(one: Submission) -> str:
    return f"{one.score} of {one.maximum} is"
