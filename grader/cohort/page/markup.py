"""The static parts of the class page: our own words, and numbers. No word of a student's.

What students or the roster say is in the page's data, and its script shows it as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from statistics import mean

from grader.cohort.page.chart import bar, bins, histogram
from grader.cohort.page.figures import Cell, Figures, Line, Mistake, moment, spread, zone_of
from grader.roll import KINDS, Finding, Kind, Roll

TITLES: dict[Kind, str] = {
    "forged": "Forged: the published score is not true",
    "unreadable": "Unreadable",
    "doubled": "Doubled: more than one submission of a student",
    "not_graded": "Not graded: the grader could not do its work",
    "unmatched": "Unmatched: no student of the roster is meant",
    "stale": "Stale: the published score is out of date",
    "missing": "Missing from the published scores",
    "late": "Late",
    "follow_through": "Follow-through: a mistake counted once here, twice in the published score",
    "other": "Other differences",
    "not_loaded": "The file does not load, so nothing in it could be tested",
    "no_file": "No file that could be graded",
    "tried": "Tried what is not allowed",
    "only_late": "Commits after the deadline only",
    "no_submission": "No submission",
    "later_commits": "Later commits: graded is the last one before the deadline",
}
NO_GIT = "The submissions came without git: when they were handed in is not known."
FEW = 10  # findings of one kind, or mistakes, that are shown without a click
FIRST = 200  # rows of the heat map that a screen shows without a click
STATUS = {"graded": "graded", "not_graded": "not graded", "no_submission": "no submission"}


def facts(roll: Roll) -> str:
    """When, with what and how safely it was graded."""
    suite = "all tests" if roll.suite == "all" else f"the {roll.suite} tests"
    versions = ", ".join(
        f"{name} {roll.grader[key]}"
        for key, name in (("version", "grader"), ("python", "Python"), ("numpy", "numpy"))
        if roll.grader.get(key)
    )
    fenced = "yes, by the kernel" if roll.confined == "kernel" else "NO: it ran unfenced"
    said = {
        "Graded": _when(roll.graded_at),
        "Deadline": _when(roll.at),
        "Tests": suite,
        "Versions": versions,
        "Suite": roll.grader.get("suite_digest", "")[:12],
        "Students' code confined": fenced,
    }
    return "".join(
        f"<div><dt>{name}</dt><dd>{escape(one)}</dd></div>" for name, one in said.items() if one
    )


def notes(roll: Roll) -> str:
    """What the reader must know; they name no student."""
    said = [*roll.notes, *([] if roll.git else [NO_GIT])]
    items = "".join(f"<li>{escape(note)}</li>" for note in said)
    return f'<ul class="notes">{items}</ul>' if said else ""


def findings(roll: Roll, figures: Figures) -> str:
    """What to look at before the marks are used; the script adds the words of each."""
    if not roll.findings:
        return f"<p>{escape(roll.nothing)}</p>"
    numbers = {figures.students[line.place].username: line for line in figures.lines}
    parts = []
    for kind in KINDS:
        found = [(at, one) for at, one in enumerate(roll.findings) if one.kind == kind]
        if found:
            shown = " open" if kind == "forged" or len(found) <= FEW else ""
            head = f"<summary><b>{len(found)}</b> {TITLES[kind]}</summary>"
            items = "".join(_finding(at, one, numbers) for at, one in found)
            parts.append(f'<details class="kind {kind}"{shown}>{head}<ul>{items}</ul></details>')
    return "".join(parts)


def _finding(at: int, one: Finding, numbers: dict[str, Line]) -> str:
    line = numbers.get(one.username)
    told = _who(line) if line else ""
    return f'<li data-finding="{at}">{told} <bdi class="words"></bdi></li>'


def glance(figures: Figures) -> str:
    """The few numbers that one asks for first."""
    totals = figures.totals
    late = sum(line.late is True for line in figures.lines)
    said = {
        "students": len(figures.lines),
        "graded": len(totals),
        "with all points": sum(points == figures.most for points in totals),
        "not graded": figures.count("not_graded"),
        "no submission": figures.count("no_submission"),
        "with commits after the deadline": late,
    }
    return "".join(f"<div><dt>{name}</dt><dd>{number}</dd></div>" for name, number in said.items())


def distribution(figures: Figures) -> str:
    """The histogram, its sentence and the table of the same numbers."""
    bars = bins(figures.totals, figures.most)
    rows = "".join(
        f"<tr><th scope=row>{low if low == high else f'{low} to {high}'}</th><td>{count}</td></tr>"
        for low, high, count in bars
    )
    blank = len(figures.lines) - len(figures.totals)
    some = "1 student without a grade is" if blank == 1 else f"{blank} without a grade are"
    left = f" {some} not in it." if blank else ""
    return (
        f'<p id="points-said">{len(figures.totals)} students by points out of {figures.most}. '
        f"{spread(figures.totals)}{left}</p>{histogram(bars)}"
        '<p class="axis" aria-hidden="true">points: each bar from the number below it on; '
        "the last is all points</p>"
        "<details><summary>The same as a table</summary><table><thead><tr><th scope=col>Points</th>"
        f"<th scope=col>Students</th></tr></thead><tbody>{rows}</tbody></table></details>"
    )


def mistakes(figures: Figures) -> str:
    """What the class got wrong, by name, the commonest first."""
    order = sorted(enumerate(figures.mistakes), key=lambda one: -one[1].students)
    named = [_mistake(at, one, figures) for at, one in order if one.title]
    unnamed = [_mistake(at, one, figures) for at, one in order if not one.title]
    if not order:
        return "<p>Nothing: no exercise of a graded submission failed.</p>"
    wrong = sum(one.students for one in figures.mistakes if one.exercise is not None)
    told = sum(one.students for one in figures.mistakes if one.title and one.exercise is not None)
    rest = named[FEW:] + unnamed
    return (
        f"<p>{told} of the {wrong} failed exercises have a mistake with a name.</p>"
        f'<ul class="mistakes">{"".join(named[:FEW])}</ul>'
        + (f"<details><summary>{len(rest)} more</summary>" if rest else "")
        + (f'<ul class="mistakes">{"".join(rest)}</ul></details>' if rest else "")
    )


def _mistake(at: int, one: Mistake, figures: Figures) -> str:
    graded, title = len(figures.totals), escape(one.title or "wrong, without a name")
    function = "" if one.exercise is None else escape(figures.functions[one.exercise])
    code = f" <code>{function}</code>" if function else ""
    who = f"{function}, {title}" if function else title
    return (
        f"<li>{bar(one.students / graded)}<span><b>{one.students} of {graded}</b> "
        f"{title}{code}</span>"
        f'<button type="button" class="pick" data-mistake="{at}" '
        f'aria-label="Show who: {who}" hidden>Show who</button></li>'
    )


def heat_head(figures: Figures, zone: str) -> str:
    """The heat map's header; `zone` is empty where no commit is known."""
    heads = [
        _head("Student", "text"),
        _head("Points", "number", _mean(figures.totals, figures.most)),
    ]
    for place, (name, most) in enumerate(zip(figures.functions, figures.worth, strict=True)):
        earned = [line.cells[place].points for line in figures.lines if line.cells]
        heads.append(_head(name, "number", _mean(earned, most)))
    return "".join([*heads, _head("Last commit", "number", zone, "left")] if zone else heads)


def _head(title: str, sort: str, under: str = "", side: str = "") -> str:
    order = " aria-sort=ascending" if title == "Points" else ""
    below = f"<small>{escape(under)}</small>" if under else ""
    inside = f"<span>{escape(title)}</span>{below}"
    return f'<th scope=col data-sort={sort} class="{side}"{order}>{inside}</th>'


def _mean(points: list[int], most: int) -> str:
    return f"mean {mean(points):.1f} of {most}" if points else f"of {most}"


def heat_rows(figures: Figures, *, commits: bool) -> Iterator[str]:
    """The heat map's rows, the fewest points first; what has no points comes last."""
    blank = ["<td></td>"] * len(figures.functions)
    order = sorted(figures.lines, key=lambda one: (one.points is None, one.points, one.number))
    for at, line in enumerate(order):
        graded = line.points is not None
        total = str(line.points) if graded else STATUS[line.status]
        faint, value = ("", total) if graded else (" none", "")
        keys, wrong = _keys(line), " ".join(map(str, dict.fromkeys(line.mistakes)))
        beyond = ' class="beyond"' if at >= FIRST else ""
        yield (
            f'<tr{beyond} data-s={line.place} data-k="{keys}" data-m="{wrong}">'
            f'<th scope=row>{_who(line)}</th><td class="total{faint}" data-v="{value}">{total}</td>'
            f"{''.join(map(_heat, line.cells) if graded else blank)}"
            f"{_commit(line) if commits else ''}</tr>\n"
        )


def _heat(cell: Cell) -> str:
    lost = 1 - cell.points / cell.most
    # Only all points have no shade, and only none the deepest.
    shade = 0 if not lost else 1 + int(4 * lost)
    idle = " idle" if cell.idle else ""
    more = "<i> not started</i>" if cell.idle else "<sup>*</sup>" if cell.helped else ""
    return f'<td class="h{shade}{idle}" data-v={cell.points}>{cell.points}{more}</td>'


def _keys(line: Line) -> str:
    keys = [line.status, *line.stopped]
    return " ".join(keys + ["late"] * (line.late is True) + ["noted"] * line.noted)


def _commit(line: Line) -> str:
    if line.committed is None:
        return f'<td data-v="">{"after the deadline" if line.late else ""}</td>'
    late = ' <b class="overdue">later commits</b>' if line.late else ""
    at = line.committed
    return f'<td class="when" data-v={at.timestamp():.0f}>{at:%d %b %H:%M}{late}</td>'


def tests(figures: Figures) -> str:
    """How hard each test was: the share of graded submissions that passed, the lowest first."""
    graded = max(len(figures.totals), 1)
    rows = []
    for trial in sorted(figures.trials.values(), key=lambda one: one.passed):
        share = trial.passed / graded
        beside = [f"{count} {word.replace('_', ' ')}" for word, count in trial.stopped.items()]
        beside += [f"{trial.helped} by follow-through"] if trial.helped else []
        rows.append(
            f'<tr><td class="share" data-v="{share:.4f}">{bar(share)}<b>{share:.0%}</b>'
            f"<span>{trial.passed} of {len(figures.totals)}</span></td>"
            f'<td class="title">{escape(trial.title)}</td>'
            f"<td><code>{escape(figures.functions[trial.exercise])}</code></td><td>{trial.suite}</td>"
            f'<td class="number">{trial.points}</td><td>{", ".join(beside)}</td></tr>'
        )
    return "".join(rows)


def apart(figures: Figures) -> str:
    """The slowest submissions, and those whose code was stopped or refused something."""
    rows = []
    for line in (figures.lines[place] for place in figures.apart):
        took = "" if line.seconds is None else f"{line.seconds:.2f}"
        what = ", ".join(
            f"{count} {word.replace('_', ' ')}" for word, count in line.stopped.items()
        )
        rows.append(
            f'<tr data-apart={line.place}><th scope=row>{_who(line)}</th><td class="number" '
            f'data-v="{took}">{took}</td><td>{what}</td><td class="words"></td></tr>'
        )
    return "".join(rows)


def _who(line: Line) -> str:
    return f'<bdi class="who" data-s={line.place}>Student {line.number}</bdi>'


def _when(text: str) -> str:
    at = moment(text, zone_of(text))
    return f"{at:%d %B %Y, %H:%M} {at.tzname()}" if at else text


def zone_name(roll: Roll, figures: Figures) -> str:
    """The zone that commits are told in; empty where no commit is known."""
    known = any(line.committed or line.late for line in figures.lines)
    return str(zone_of(roll.at)) if roll.git and known else ""
