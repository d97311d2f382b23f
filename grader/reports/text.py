"""The scorecard for a terminal: the instructor's view of one submission, in 80 columns.

Student-made text always stands behind a bar, so that no line of it can pass for one of ours or
for a command to the log that shows it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from math import ceil
from textwrap import wrap

from grader.plain import inert
from grader.rubric import Rubric
from grader.scorecard import ExerciseResult, Scorecard

WIDTH = 80
BAR = 22
DETAIL_LINES = 4
PRINTED_LINES = 12
_GREEN, _RED, _YELLOW, _BOLD, _DIM = "32", "31", "33", "1", "2"
# Passed, failed, not started; the bar full and empty; the fence before student-made text; a rule.
_FANCY, _ASCII = "\u2713\u2717\u00b7\u2588\u2591\u2502\u2500", "+x-#.|-"
_STATUS = {"passed": (0, _GREEN), "failed": (1, _RED), "not_started": (2, _YELLOW)}


def render(
    card: Scorecard,
    rubric: Rubric | None = None,
    name: str = "",
    *,
    colour: bool = False,
    encoding: str = "utf-8",
) -> str:
    """Return the report, all of it in `encoding`.

    `rubric` adds the title, the questions' words, and what a public run leaves to the regrade;
    `name` is what the submission is called.
    """
    page = _Page(colour, encoding)
    if card.status == "graded":
        _points(page, card, rubric)
        _advice(page, card)
        _lost(page, card)
        questions = rubric.questions if rubric else {}
        for question, answer in card.answers.items():
            page.heading("Answer")
            page.say(questions.get(question, question))
            page.quote(answer or "(empty)")
        printed = {"Printed": card.printed, "Printed during hidden tests": card.printed_hidden}
        for heading, text in (printed | {"Notes": "\n".join(card.notes)}).items():
            if text.strip():
                page.heading(heading)
                page.quote(text, PRINTED_LINES)
        digest = f"submission {card.submission.digest[:12]}, " if card.submission else ""
        by = {"version": "", "python": "", "numpy": ""} | (card.grader or {})
        digest += f"grader {by['version']}, python {by['python']}, numpy {by['numpy']}"
        page.lines.append("")
        if name:
            page.say(inert(name), _BOLD, lead=" ")
        page.say(digest, _DIM, lead=" ")
    else:
        page.lines.append("!" * WIDTH)
        page.say("NOT GRADED: the grader could not do its work.", f"{_BOLD};{_YELLOW}", "!! ")
        page.say(
            "This says nothing about the submission. No points were given or taken.", "", "!! "
        )
        page.lines.append("!" * WIDTH)
        page.say("The reason, for whoever runs the grader:")
        page.quote("\n".join(card.notes))
    return "\n".join(page.lines) + "\n"


class _Page:
    """Lines of a report, wrapped and coloured."""

    def __init__(self, colour: bool, encoding: str) -> None:
        self.lines: list[str] = []
        self._colour = colour
        self._encoding = encoding
        self.symbols = _FANCY if self._fit(_FANCY) == _FANCY else _ASCII

    def paint(self, text: str, code: str) -> str:
        """Return `text` in a colour, where colours are wanted."""
        return f"\033[{code}m{text}\033[0m" if self._colour and code and text else text

    def cell(self, text: str, width: int) -> str:
        """Return the first line of `text`, padded to `width` columns."""
        line = next(self._wrapped(text, width))
        return line + " " * (width - _columns(line))

    def say(self, text: str, code: str = "", lead: str = "  ", first: str = "") -> None:
        """Add our own words; `lead` stands before each line, `first` before the first."""
        for line in self._wrapped(text, WIDTH - len(lead)):
            self.lines.append((first or lead) + self.paint(line, code))
            first = ""

    def quote(self, text: str, most: int | None = None) -> None:
        """Add words that may be a student's, behind a bar, and no more than `most` lines."""
        lines = list(self._wrapped(text.strip("\n"), WIDTH - 6))
        if most and len(lines) > most:
            lines[most:] = [f"... {len(lines) - most} more lines: see --format json"]
        self.lines += [f"    {self.paint(self.symbols[5], _DIM)} {line}" for line in lines]

    def heading(self, text: str) -> None:
        """Start a part of the report."""
        self.lines.append("")
        self.say(text, _BOLD, lead="")

    def _fit(self, text: str) -> str:
        return text.encode(self._encoding, "backslashreplace").decode(self._encoding)

    def _wrapped(self, text: str, width: int) -> Iterator[str]:
        """Yield lines of at most `width` columns, with their blanks; Chinese takes two each."""
        # "##[" starts a workflow command wherever it stands in a line.
        clean = inert(text, limit=1 << 20, line_limit=1 << 20).replace("##[", "## [")
        for line in self._fit(clean).expandtabs(4).split("\n"):
            room = width if _columns(line) == len(line) else width // 2
            yield from wrap(line, room, replace_whitespace=False, break_on_hyphens=False) or [""]


def _columns(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


def _points(page: _Page, card: Scorecard, rubric: Rubric | None) -> None:
    points, most = card.points or 0, card.max_points or 0
    score = f"{points} of {most} {'' if card.suite == 'all' else card.suite + ' '}points"
    title = page.cell(rubric.title if rubric else card.assignment, WIDTH - len(score) - 2)
    score = page.paint(score, f"{_BOLD};{_GREEN if points == most else _RED}")
    page.lines += [f" {page.paint(title, _BOLD)} {score}", page.symbols[6] * WIDTH]
    for exercise in card.exercises:
        number, code = _STATUS[exercise.status]
        # Only all points fill the bar, and only none leave it empty.
        full = ceil((BAR - 1) * exercise.points / max(exercise.max_points, 1))
        full += exercise.status == "passed"
        bar = page.symbols[3] * full + page.symbols[4] * (BAR - full)
        helped = " *" if exercise.helped else ""
        page.lines.append(
            f" {page.paint(page.symbols[number], code)} {page.cell(exercise.function, 22)} "
            f"{page.paint(bar, code)} {exercise.points:>4} of {exercise.max_points:<4} "
            f"{page.paint(exercise.status.replace('_', ' ') + helped, code)}"
        )
    page.lines.append(page.symbols[6] * WIDTH)
    tests = [test for exercise in card.exercises for test in exercise.tests]
    page.say(f"{sum(test.outcome == 'passed' for test in tests)} of {len(tests)} tests passed")
    if rubric and card.suite == "public" and rubric.points > most:
        page.say(f"{rubric.points - most} more points at the regrade, from hidden tests")
    if any(test.follow_through for test in tests):
        page.say("* some points earned with a working function in place of one it relies on")
    if card.confined == "no":
        page.say("confined: no (the code ran in a process of its own, not fenced by the kernel)")


def _advice(page: _Page, card: Scorecard) -> None:
    right: list[str] = []
    groups: dict[str, list[ExerciseResult]] = {}
    for one in card.exercises:
        if one.points:
            part = "" if one.status == "passed" else f" ({one.passed} of {len(one.tests)} tests)"
            right.append(one.function + part)
        if one.status != "passed":
            groups.setdefault(one.message if one.status == "failed" else "", []).append(one)
    if right and groups:
        page.heading("What is right")
        page.say(", ".join(right))
    if groups:
        page.heading("What to look at first")
    for message, group in groups.items():
        names = ", ".join(f"{one.function} ({one.misconception or ''})" for one in group)
        page.say(("" if message else "not started: ") + names.replace(" ()", ""), _BOLD)
        page.quote(group[0].message)


def _lost(page: _Page, card: Scorecard) -> None:
    """List the tests that lost their points, each reason once."""
    failed = [exercise for exercise in card.exercises if exercise.status == "failed"]
    messages = [exercise.message for exercise in failed]
    shown: set[str] = set()
    for exercise in failed:
        if not exercise.points and messages.count(exercise.message) > 1:
            continue  # nothing could run, and the reason has been told
        lost = [test for test in exercise.tests if test.points < test.max_points]
        page.heading(f"Lost in {exercise.function}: {len(lost)} of {len(exercise.tests)} tests")
        for test in lost:
            word = "" if test.outcome == "failed" else f"{test.outcome.replace('_', ' ')}: "
            mark = page.paint(page.symbols[1], _RED)
            first = f"  {mark} {test.suite:<6} {-test.max_points:>4}  "
            page.say(word + test.title, lead=" " * 17, first=first)
            reason = test.detail or test.message
            told = reason in shown or reason in exercise.message
            if not told and test.outcome != "not_reached":
                # Its first paragraph says what is wrong; the arrays are in the JSON.
                page.quote(reason.strip().split("\n\n")[0], DETAIL_LINES)
            shown.add(reason)
