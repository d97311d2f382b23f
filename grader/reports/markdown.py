"""The scorecard as a page of Markdown for the student: a job's summary, a release's text.

Of hidden tests it says no more than their messages do, which are safe. Whatever a student made
stands in a block of code or is spelled out letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from grader.plain import fenced, markdown
from grader.rubric import Rubric
from grader.scorecard import ExerciseResult, Scorecard, TestResult

LIMIT = 100_000  # bytes; GitHub refuses summaries above 1 MiB and releases above 125,000 letters
MESSAGE, PRINTED = 3000, 8000  # characters
LEFT_OUT = "_More is left out here, to keep this page short. `python -m pytest` shows it all._\n"
NOT_GRADED = """## Not graded

The grader itself could not do its work. That is no mark and says nothing about your code: no points were given or taken.

Please tell your instructor, and push again later.
"""  # noqa: E501


def render(card: Scorecard, rubric: Rubric | None = None, root: str | None = "") -> str:
    """Return the page. Links to the exercises' pages start with `root`; None for no links."""
    if card.status == "not_graded":
        return NOT_GRADED
    linked = rubric.exercises if rubric and root is not None else []
    pages = {one.id: f"{root}{quote(one.page)}" for one in linked}
    return _cut([_top(card, rubric, pages), *_advice(card, rubric, pages), *_rest(card)])


def _cut(parts: Iterable[str]) -> str:
    """Join parts for as long as they fit; each stands for itself."""
    page, room = [], LIMIT
    for part in parts:
        room -= len(part.encode())
        if room < 0:
            page.append(LEFT_OUT)
            break
        page.append(part)
    return "\n".join(page)


def _top(card: Scorecard, rubric: Rubric | None, pages: dict[str, str]) -> str:
    points, most = card.points or 0, card.max_points or 0
    score = f"{points} of {most} {'' if card.suite == 'all' else card.suite + ' '}points"
    lines = [f"## {markdown(rubric.title if rubric else card.assignment)}: {score}\n"]
    waiting = (rubric.points if rubric and card.suite == "public" else most) - most
    if points == most:
        right = "All public tests pass" if waiting else "All of it is right"
        lines.append(f"{right}. Well done!\n")
    if waiting:
        lines.append(f"{waiting} more points wait for the regrade, when hidden tests run too.\n")
    if card.confined == "no":
        lines.append("confined: no (the code ran without the kernel's fence)\n")
    lines += ["| exercise | points | | public points | hidden points |", "|---|--:|---|--:|--:|"]
    worth = {one.id: one.points for one in rubric.exercises} if rubric else {}
    for one in card.exercises:
        later = worth.get(one.id, 0) - one.max_points if waiting else 0
        hidden = f"{later} at the regrade" if later else _share(one, "hidden")
        status = "\u274c not tested" if _unloaded(card) else _status(one)
        cells = [_link(one, pages), f"{one.points} of {one.max_points}", status]
        lines.append(f"| {' | '.join([*cells, _share(one, 'public'), hidden])} |")
    if any(one.helped for one in card.exercises):
        lines.append(
            "\n\\* Some of these points were earned with a working function in place of one of "
            "yours that it uses. A mistake costs its points once."
        )
    return "\n".join(lines) + "\n"


def _share(exercise: ExerciseResult, suite: str) -> str:
    tests = [test for test in exercise.tests if test.suite == suite]
    earned = sum(test.points for test in tests)
    return f"{earned} of {sum(test.max_points for test in tests)}" if tests else ""


def _status(exercise: ExerciseResult) -> str:
    words = {"passed": "\u2705 right", "not_started": "\u2b1c not started"}
    part = "\U0001f7e1 partly right" if exercise.points else "\u274c not right yet"
    return words.get(exercise.status, part) + (" \\*" if exercise.helped else "")


def _link(exercise: ExerciseResult, pages: dict[str, str]) -> str:
    name = markdown(exercise.function)
    return f"[{name}]({pages[exercise.id]})" if exercise.id in pages else name


def _unloaded(card: Scorecard) -> bool:
    """Whether no exercise was tested, for one reason that all have in common."""
    reasons = {(one.status, one.message) for one in card.exercises}
    return len(card.exercises) > 1 == len(reasons) and reasons.pop()[0] == "failed"


def _advice(card: Scorecard, rubric: Rubric | None, pages: dict[str, str]) -> Iterator[str]:
    """What is right, then what to look at, in the order of the exercises, each message once."""
    right = [f"{_link(one, pages)}{_passed(one)}" for one in card.exercises if one.points]
    if right and card.points != card.max_points:
        yield f"Right so far: {', '.join(right)}.\n"
    groups: dict[str, list[ExerciseResult]] = {}
    for one in card.exercises:
        if one.status == "failed":
            groups.setdefault(one.message, []).append(one)
    for number, (message, group) in enumerate(groups.items()):
        names = ", ".join(_link(one, pages) for one in group)
        if _unloaded(card):
            line = next((test.line for test in group[0].tests if test.line), None)
            names = markdown(rubric.submission.files[0]) if rubric else "your file"
            names += f", line {line}" if line else ""
        yield f"### {'Then' if number else 'Look first at'} {names}\n"
        first, _, rest = message.partition("\n")
        yield markdown(first, MESSAGE) + "\n"
        shown = any(test.suite == "public" and not test.points for test in group[0].tests)
        if rest.strip() and shown:
            yield _folded("What happened", fenced(rest, MESSAGE), is_open=not number)
        elif rest.strip():
            yield markdown(rest, MESSAGE) + "\n"
        if len(group) == 1:
            yield from _lost(group[0])
    idle = [_link(one, pages) for one in card.exercises if one.status == "not_started"]
    if idle:
        yield f"### Not started yet: {', '.join(idle)}\n"
        yield "Read the page, write the function, run `python -m pytest`, push.\n"


def _passed(exercise: ExerciseResult) -> str:
    part = f" ({exercise.passed} of {len(exercise.tests)} tests)"
    return "" if exercise.status == "passed" else part


def _lost(exercise: ExerciseResult) -> Iterator[str]:
    """The tests that lost their points, each reason once."""
    reasons: dict[tuple[str, str], list[TestResult]] = {}
    for test in exercise.tests:
        if not test.points:
            reasons.setdefault((test.suite, test.message), []).append(test)
    told: dict[str, list[str]] = {"public": [], "hidden": []}
    for (suite, message), tests in reasons.items():
        if suite == "hidden":
            reason = markdown(message, MESSAGE)
        elif message in exercise.message:
            tests, reason = tests[1:], "As above."
        else:
            reason = fenced(message, MESSAGE)
        titles = [f"- {markdown(test.title)} (worth {test.max_points})\n" for test in tests]
        if titles:
            told[suite].append("".join(titles) + f"\n{reason}\n")
    for kind, words in ("Other public", told["public"]), ("Hidden", told["hidden"]):
        if words:
            yield _folded(f"{kind} tests that fail", _cut(words))


def _rest(card: Scorecard) -> Iterator[str]:
    if card.printed.strip():
        text = fenced(card.printed, PRINTED)
        yield _folded("What your code printed (import and public tests)", text)
    yield "`python -m pytest` runs the public tests at your own desk.\n"


def _folded(title: str, body: str, *, is_open: bool = False) -> str:
    """A part that opens at a click. Markdown needs the empty lines."""
    start = "<details open>" if is_open else "<details>"
    return f"{start}\n<summary>{title}</summary>\n\n{body}\n</details>\n"
