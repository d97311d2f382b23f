"""What a slot hands over about one submission, and how it reads, test by test."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from grader.rubric import Exercise, Rubric, Test

Kind = Literal[
    "failed", "not_started", "timed_out", "out_of_memory", "crashed", "forbidden", "not_reached"
]


class RecordFault(Exception):
    """The record cannot be turned into points: a fault of the grader, never of the student."""


class Record(Struct):
    """The pytest-json-report document of the run, then that of the follow-through if any."""

    reports: list[dict[str, Any]]
    answers: dict[str, str]
    printed: str
    printed_hidden: str
    notes: list[str]


class Trouble(Struct, frozen=True):
    """How the first call of a test that did not answer ended: the engine's word for it."""

    kind: Kind = "failed"
    type_name: str = ""
    text: str = ""
    line: int | None = None
    during: Literal["import", "call", "neither"] = "neither"

    @property
    def reason(self) -> str:
        """The key of the sentence that says it."""
        if self.kind != "failed":
            return self.kind
        if (self.during, self.type_name, self.line) == ("import", "AttributeError", None):
            return "missing"
        ended = (self.during, self.type_name) == ("call", "SystemExit")
        return "exit" if ended else self.during


class Item(Struct):
    """One pytest item of a report. Several items with one id are the parameters of one test."""

    nodeid: str
    outcome: Literal["passed", "failed", "skipped", "error", "xfailed", "xpassed"]
    metadata: dict[str, Trouble] = {}
    user_properties: list[dict[str, Any]] = []
    setup: dict[str, Any] = {}
    call: dict[str, Any] = {}
    teardown: dict[str, Any] = {}

    @property
    def trouble(self) -> Trouble:
        """What the engine knows of an item that did not pass."""
        return self.metadata.get("trouble", Trouble())

    @property
    def parameter(self) -> str:
        """The "[...]" part of the id, or ""."""
        return "".join(self.nodeid.partition("[")[1:])

    @property
    def said(self) -> str:
        """What the test itself said; a skip's text would be a place in the grader's files."""
        phases = () if self.outcome == "skipped" else (self.setup, self.call, self.teardown)
        return "\n".join(phase.get("longrepr", "").strip() for phase in phases).strip()

    @property
    def all_said(self) -> str:
        """All that is known about the item, for the instructor."""
        trouble, lines = self.trouble, [self.parameter, self.said]
        if trouble != Trouble() and (not trouble.text or trouble.text not in self.said):
            where = f" in line {trouble.line}" if trouble.line else ""
            lines.append(f"{trouble.type_name or trouble.kind}{where}: {trouble.text}")
        return "\n".join(filter(None, lines))


def items_by_test(report: Mapping[str, Any], listed: list[Test]) -> dict[str, list[Item]]:
    """Group a report's items under the listed ids. Raises RecordFault where it holds others."""
    try:
        items = msgspec.convert(report.get("tests"), list[Item])
    except msgspec.ValidationError as error:
        raise RecordFault(f"the record of the tests is not as it should be: {error}") from error
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    strangers = found.keys() - {test.id for test in listed}
    if strangers or len({item.nodeid for item in items}) < len(items):
        raise RecordFault(f"the record holds tests twice or not listed: {sorted(strangers)}")
    return found


# The names of numpy's own exceptions, and what is told instead.
_OF_NUMPY = {"AxisError": "AxisError", "LinAlgError": "LinAlgError", "UFuncTypeError": "TypeError"}
# What is said about an item that did not pass. Nothing here repeats text that a student's code
# made, so it is safe to show for hidden tests: such a text could carry their inputs.
_SENTENCES = {
    "not_started": "{what} is not started: it still raises NotImplementedError.",
    "timed_out": "{what} did not come back in time and was stopped. Likely causes: a loop that "
    "never ends, waiting for input(), or arrays that are far too large.",
    "out_of_memory": "{what} needed more memory than the {memory} MiB there are. Likely causes: a "
    "list or an array that grows in a loop, or an array with one axis too many.",
    "crashed": "{what} made Python itself break down. Likely causes: a function that calls itself "
    "without end, or a library that reaches past Python.",
    "forbidden": "{what} tried something that is not allowed here: opening other files, writing, "
    "the network, or starting programs. The exercise needs numpy only.",
    "not_reached": "Not run: tests before this one used up the time. Mend the function that does "
    "not come back first.",
    "skipped": "The test was skipped, and a skipped test earns nothing.",
    "neither": "The answer was wrong, or an input was changed, for numbers that are not shown.",
    "missing": "{file} has no function {function}: put it back, under exactly this name.",
    "exit": "{function} ended the program ({error}): take exit, quit and sys.exit out.",
    "import": "{file} could not be loaded: {error}.",
    "call": "{function} stopped with {error} of {file}.",
}


def sentence(item: Item, exercise: Exercise, rubric: Rubric) -> str:
    """What the engine knows about an item that did not pass."""
    trouble, file, function = item.trouble, rubric.submission.files[0], exercise.function
    skipped = item.outcome == "skipped" and trouble.kind == "failed"
    # An exception of the student's own could be named after a hidden input, so few names count.
    found = getattr(builtins, trouble.type_name, None)
    an_error = isinstance(found, type) and issubclass(found, BaseException)
    known = trouble.type_name if an_error else _OF_NUMPY.get(trouble.type_name, "an error")
    where = f" in line {trouble.line}" if trouble.line else ""
    return _SENTENCES["skipped" if skipped else trouble.reason].format(
        what=f"The import of {file}" if trouble.during == "import" else function,
        function=function,
        file=file,
        error=known + where,
        memory=rubric.limits.memory_mib,
    )
