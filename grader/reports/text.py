"""The scorecard for a terminal: the instructor's view of one submission.

Student-made text always stands behind a bar, so that no line of it can pass for one of ours or
for a command to the log that shows it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from grader.plain import inert
from grader.rubric import Rubric
from grader.scorecard import ExerciseResult, Scorecard

MIN_WIDTH = 60
DETAIL_LINES = 4
PRINTED_LINES = 12
_GREEN, _RED, _YELLOW, _BOLD, _DIM = "32", "31", "33", "1", "2"
# Passed, failed, not started; the bar full and empty; the fence before student-made text; a rule.
_FANCY, _ASCII = "\u2713\u2717\u00b7\u2588\u2591\u2502\u2500", "+x-#.|-"
_STATUS = {"passed": (0, _GREEN), "failed": (1, _RED), "not_started": (2, _YELLOW)}


def render(
    card: Scorecard,
    rubric: Rubric | None = None,
    *,
    colour: bool = False,
    width: int = 80,
    encoding: str = "utf-8",
) -> str:
    """Return the report, no line wider than `width` columns and all of it in `encoding`.

    `rubric` adds the title, the questions' words, and what a public run leaves to the regrade.
    """
    sheet = _Sheet(colour, max(width, MIN_WIDTH), encoding)
    if card.status == "graded":
        _graded(sheet, card, rubric)
    else:
        _not_graded(sheet, card)
    return "\n".join(sheet.lines) + "\n"


class _Sheet:
    """Lines of a report, wrapped and coloured."""

    def __init__(self, colour: bool, width: int, encoding: str) -> None:
        self.lines: list[str] = []
        self.width = width
        self._colour = colour
        self._encoding = encoding
        self.symbols = _FANCY if self._fit(_FANCY) == _FANCY else _ASCII

    def paint(self, text: str, code: str) -> str:
        """Return `text` in a colour, where colours are wanted."""
        return f"\033[{code}m{text}\033[0m" if self._colour and text else text

    def heading(self, text: str) -> None:
        """Start a part of the report."""
        self.lines.append("")
        self.say(text, "", _BOLD)

    def say(self, text: str, indent: str = "  ", code: str = "") -> None:
        """Add our own words; further lines are indented as the first."""
        for line in self.wrapped(text, self.width - len(indent)):
            self.lines.append(indent + (self.paint(line, code) if code else line))

    def quote(self, text: str, indent: str = "    ", most: int | None = None) -> None:
        """Add words that may be a student's, behind a bar, and no more than `most` lines."""
        lines = list(self.wrapped(text.strip("\n"), self.width - len(indent) - 2))
        shown = lines if most is None else lines[:most]
        if len(lines) > len(shown):
            shown = [*shown, f"... {len(lines) - len(shown)} more lines: see --format json"]
        self.lines += [f"{indent}{self.paint(self.symbols[5], _DIM)} {line}" for line in shown]

    def wrapped(self, text: str, width: int) -> Iterator[str]:
        """Yield lines of at most `width` columns; blanks within a line stay as they are."""
        # "##[" starts a workflow command wherever it stands in a line.
        clean = inert(text, limit=1 << 20, line_limit=1 << 20).replace("##[", "## [")
        for line in self._fit(clean).expandtabs(4).split("\n"):
            while len(line := line.rstrip()) > (end := _cut(line, width)):
                blank = line.rfind(" ", 0, end + 1)
                end = blank if line[: max(blank, 0)].strip() else end
                yield line[:end].rstrip()
                line = line[end:].lstrip()
            yield line

    def _fit(self, text: str) -> str:
        return text.encode(self._encoding, "backslashreplace").decode(self._encoding)


def _cut(line: str, width: int) -> int:
    """How many characters of `line` fit into `width` columns."""
    used = 0
    for count, letter in enumerate(line):
        used += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if used > width:
            return max(count, 1)
    return len(line)


def _graded(sheet: _Sheet, card: Scorecard, rubric: Rubric | None) -> None:
    points, most = card.points or 0, card.max_points or 0
    kind = "" if card.suite == "all" else f"{card.suite} "
    score = f"{points} of {most} {kind}points"
    title = next(sheet.wrapped(rubric.title if rubric else card.assignment, sheet.width - 30))
    gap = " " * (sheet.width - _columns(title) - len(score) - 1)
    full = sheet.paint(score, f"{_BOLD};{_GREEN if points == most else _RED}")
    sheet.lines += [f" {sheet.paint(title, _BOLD)}{gap}{full}", sheet.symbols[6] * sheet.width]
    for exercise in card.exercises:
        sheet.lines.append(_row(sheet, exercise))
    sheet.lines.append(sheet.symbols[6] * sheet.width)
    tests = [test for exercise in card.exercises for test in exercise.tests]
    sheet.say(f"{sum(test.outcome == 'passed' for test in tests)} of {len(tests)} tests passed")
    if rubric is not None and card.suite == "public" and rubric.points > most:
        sheet.say(f"{rubric.points - most} more points at the regrade, from hidden tests")
    if any(test.follow_through for test in tests):
        sheet.say("* some points earned with a working function in place of one it relies on")
    if card.confined == "no":
        sheet.say("confined: no (the code ran in a process of its own, not fenced by the kernel)")
    _right(sheet, card)
    _advice(sheet, card)
    _lost(sheet, card)
    for name, answer in card.answers.items():
        sheet.heading("Answer")
        sheet.say(rubric.questions.get(name, name) if rubric else name)
        sheet.quote(answer or "(empty)")
    _said(sheet, "Printed", card.printed)
    _said(sheet, "Printed during hidden tests", card.printed_hidden)
    _said(sheet, "Notes", "\n".join(card.notes))
    _graded_by(sheet, card)


def _row(sheet: _Sheet, exercise: ExerciseResult) -> str:
    symbol, code = _STATUS[exercise.status]
    share = exercise.points / max(exercise.max_points, 1)
    cells = sheet.width - 58
    # Only all points fill the bar, and only none leave it empty.
    full = cells if share >= 1 else min(max(round(share * cells), share > 0), cells - 1)
    bar = sheet.symbols[3] * full + sheet.symbols[4] * (cells - full)
    name = next(sheet.wrapped(exercise.function, 22))
    helped = " *" if any(test.follow_through for test in exercise.tests) else ""
    word = exercise.status.replace("_", " ") + helped
    return (
        f" {sheet.paint(sheet.symbols[symbol], code)} {name}{' ' * (23 - _columns(name))}"
        f"{sheet.paint(bar, code)} {exercise.points:>4} of {exercise.max_points:<4} "
        f"{sheet.paint(word, code)}"
    )


def _right(sheet: _Sheet, card: Scorecard) -> None:
    counts = [
        f"{sum(test.outcome == 'passed' for test in one.tests)} of {len(one.tests)} tests"
        for one in card.exercises
    ]
    right = [
        one.function if one.status == "passed" else f"{one.function} ({count})"
        for one, count in zip(card.exercises, counts, strict=True)
        if one.points
    ]
    if right and card.points != card.max_points:
        sheet.heading("What is right")
        sheet.say(", ".join(right))


def _advice(sheet: _Sheet, card: Scorecard) -> None:
    together: dict[str, list[ExerciseResult]] = {}
    for exercise in card.exercises:
        if exercise.status == "failed":
            together.setdefault(exercise.message, []).append(exercise)
    idle = [exercise for exercise in card.exercises if exercise.status == "not_started"]
    if together or idle:
        sheet.heading("What to look at first")
    for message, exercises in together.items():
        names = [f"{one.function} ({one.misconception})" for one in exercises if one.misconception]
        names += [one.function for one in exercises if not one.misconception]
        sheet.say(", ".join(names), code=_BOLD)
        sheet.quote(message)
    if idle:
        sheet.say(f"not started: {', '.join(one.function for one in idle)}", code=_BOLD)
        sheet.quote(idle[0].message)


def _lost(sheet: _Sheet, card: Scorecard) -> None:
    """List the tests that lost their points, each reason once."""
    failed = [exercise for exercise in card.exercises if exercise.status == "failed"]
    messages = [exercise.message for exercise in failed]
    shown: set[str] = set()
    for exercise in failed:
        if not exercise.points and messages.count(exercise.message) > 1:
            continue  # nothing could run, and the reason has been told
        lost = [test for test in exercise.tests if test.points < test.max_points]
        sheet.heading(f"Lost in {exercise.function}: {len(lost)} of {len(exercise.tests)} tests")
        for test in lost:
            word = "" if test.outcome == "failed" else f"{test.outcome.replace('_', ' ')}: "
            first, *rest = sheet.wrapped(word + test.title, sheet.width - 17)
            mark = sheet.paint(sheet.symbols[1], _RED)
            sheet.lines.append(f"  {mark} {test.suite:<6} {-test.max_points:>4}  {first}")
            sheet.lines += [f"{'':17}{line}" for line in rest]
            reason = test.detail or test.message
            told = reason in shown or reason in exercise.message
            if not told and test.outcome != "not_reached":
                # Its first paragraph says what is wrong; the arrays are in the JSON.
                sheet.quote(reason.strip().split("\n\n")[0], most=DETAIL_LINES)
            shown.add(reason)


def _said(sheet: _Sheet, heading: str, text: str) -> None:
    if text.strip():
        sheet.heading(heading)
        sheet.quote(text, most=PRINTED_LINES)


def _graded_by(sheet: _Sheet, card: Scorecard) -> None:
    sheet.lines.append("")
    digest = f"submission {card.submission.digest[:12]}; " if card.submission else ""
    by = card.grader or {}
    versions = ", ".join(f"{name} {by[name]}" for name in ("python", "numpy") if name in by)
    sheet.say(f"{digest}grader {by.get('version', '')}, {versions}", " ", _DIM)


def _not_graded(sheet: _Sheet, card: Scorecard) -> None:
    sheet.lines.append("!" * sheet.width)
    sheet.say("NOT GRADED: the grader could not do its work.", "!! ", f"{_BOLD};{_YELLOW}")
    sheet.say("This says nothing about the submission. No points were given or taken.", "!! ")
    sheet.lines.append("!" * sheet.width)
    sheet.say("The reason, for whoever runs the grader:")
    sheet.quote("\n".join(card.notes))


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
