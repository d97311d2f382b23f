"""What the terminal says of a class: findings first, then counts, then where the files are."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap

from grader.plain import inert, log_safe
from grader.roll import REMARKS, Finding, Kind, Roll

COLUMNS = 80
MOST = 20  # findings; the page has them all
FEW = 5  # remarks of one kind that are told one by one


def summary(roll: Roll, output: Path, files: Iterable[str]) -> str:
    """A few plain lines, 80 columns wide where names and paths allow."""
    counts: Counter[str] = Counter()
    points: list[int] = []
    for row in roll.rows():
        counts[row.status] += 1
        if row.card is not None and row.card.points is not None:
            points.append(row.card.points)
    total = sum(test.points for test in roll.rubric.tests(roll.suite))
    lines = [inert(roll.rubric.title), "-" * COLUMNS]
    if roll.findings:
        lines += ["Look at these first:", *_findings(_grouped(roll.findings)), ""]
    else:
        lines += [*wrap(roll.nothing, COLUMNS), ""]
    said = [f"{counts['graded']} graded"]
    said += [f"{roll.kept} of them kept from before"] if roll.kept else []
    said += [f"{counts[status]} {word}" for status, word in _STATUSES.items() if counts[status]]
    lines += [", ".join(said)]
    if points:
        middle, mean = statistics.median(points), statistics.mean(points)
        lines += [f"points: median {middle:g}, mean {mean:.1f}, of {total}"]
    if roll.confined == "no":
        lines += ["UNCONFINED: the students' code could reach this machine."]
    for note in roll.notes:
        lines += wrap(inert(note), COLUMNS)
    lines += [f"written to {output}: {', '.join(files)}"]
    # Once more, since a line that was wrapped may begin with what an Actions log obeys.
    return "\n".join(log_safe(line) for line in lines) + "\n"


_STATUSES = {"not_graded": "NOT GRADED", "no_submission": "handed in nothing"}


def _grouped(findings: list[Finding]) -> list[Finding]:
    """Tell in one line what is so of many students; the page names them."""
    counts: Counter[Kind] = Counter(one.kind for one in findings)
    many = [kind for kind in REMARKS if counts[kind] > FEW]
    told = [one for one in findings if one.kind not in many]
    return told + [Finding(kind, "", f"{counts[kind]} students; see index.html") for kind in many]


def _findings(findings: list[Finding]) -> list[str]:
    lines: list[str] = []
    for one in findings[:MOST]:
        who = inert(one.username).replace("\n", " ")
        text = inert(one.text).replace("\n", " ")
        head = f"  {one.kind.replace('_', ' '):<15}"
        lines += wrap(
            f"{who}: {text}" if who else text,
            COLUMNS,
            initial_indent=head,
            subsequent_indent=" " * len(head),
            break_on_hyphens=False,
        )
    if len(findings) > MOST:
        lines.append(f"  and {len(findings) - MOST} more, in index.html")
    return lines
