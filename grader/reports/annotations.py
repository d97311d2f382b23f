"""The scorecard as workflow commands: an error on the student's own line.

Whatever a student made of a message, each line is one command and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.plain import command_data, command_property
from grader.rubric import Rubric
from grader.scorecard import ExerciseResult, Scorecard

MOST = 9  # a step shows ten errors
MESSAGE = 1000  # characters


def render(card: Scorecard, rubric: Rubric | None = None) -> str:
    """Return the commands, each on a line of its own, or nothing where no line is known."""
    if rubric is None:
        return ""
    found: dict[tuple[int, str], list[str]] = {}
    for exercise in card.exercises:
        place = next(_places(exercise), None)
        if place:
            found.setdefault(place, []).append(exercise.function)
    file = command_property(rubric.submission.files[0])
    commands = [
        f"::error file={file},line={line},title={command_property(', '.join(functions))}::"
        f"{command_data(message, MESSAGE)}\n"
        for (line, message), functions in found.items()
    ]
    return "".join(commands[:MOST])


def _places(exercise: ExerciseResult) -> Iterator[tuple[int, str]]:
    """Where its tests failed, and what they say. A function not yet written is no error."""
    for test in exercise.tests:
        if test.line and not test.points and test.outcome != "not_started":
            yield test.line, test.message
