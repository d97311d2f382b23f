"""The rubric: `grading.json`, read and checked.

Whatever is wrong with it is a BrokenRubric that names the entry and the mend, before anything
is graded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from grader import checked_json
from grader.checked_json import entry_name

NAME = "grading.json"
Suite = Literal["public", "hidden", "all"]
# After an exercise's first time-out its other tests get this long, after a second nothing.
SECONDS_AFTER_A_TIMEOUT = 1.0

_Count = Annotated[int, Meta(ge=1)]
_Seconds = Annotated[int, Meta(gt=0)] | Annotated[float, Meta(gt=0)]
_Text = Annotated[str, Meta(min_length=1)]


class BrokenRubric(Exception):
    """`grading.json` cannot be used. Names each entry at fault and what to do about it."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What a submission may use; the seconds for the whole submission include the imports."""

    import_seconds: _Seconds
    test_seconds: _Seconds
    submission_seconds: _Seconds
    memory_mib: _Count
    output_kib: _Count


class Files(Struct, frozen=True, forbid_unknown_fields=True):
    """The files that are taken from a submission, and those that the assignment gives."""

    files: Annotated[list[_Text], Meta(min_length=1)]
    given: list[_Text]


class Test(Struct, frozen=True, forbid_unknown_fields=True):
    """One graded test: all its points or none. `id` is what pytest prints from the root."""

    __test__ = False  # not for pytest, whatever the name says

    id: _Text
    suite: Literal["public", "hidden"]
    points: Annotated[int, Meta(ge=1, le=5)]
    title: _Text


class HiddenShare(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a release's copy says of the hidden tests of an exercise."""

    tests: _Count
    points: _Count


class Exercise(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One function to write. `working` is a file with a working version of it."""

    id: Annotated[str, Meta(pattern="^[a-z0-9_-]+$")]
    function: Annotated[str, Meta(pattern="^[A-Za-z_][A-Za-z0-9_]*$")]
    page: _Text
    points: _Count
    relies_on: list[str]
    tests: list[Test]
    working: _Text | None = None
    hidden: HiddenShare | None = None

    def listed(self, suite: Suite) -> list[Test]:
        """The tests of `suite`, in order."""
        return [test for test in self.tests if suite in ("all", test.suite)]

    def worth(self, suite: Suite) -> int:
        """The points of the listed tests of `suite`."""
        return sum(test.points for test in self.listed(suite))


class Rubric(Struct, frozen=True, forbid_unknown_fields=True):
    """What is graded, and how many points it is worth."""

    assignment: Annotated[str, Meta(pattern="^[a-z0-9_-]+$")]
    title: _Text
    points: _Count
    submission: Files
    limits: Limits
    questions: dict[str, _Text]
    exercises: Annotated[list[Exercise], Meta(min_length=1)]

    def tests(self, suite: Suite) -> list[Test]:
        """The tests of `suite`, exercise by exercise."""
        return [test for exercise in self.exercises for test in exercise.listed(suite)]


def load(assignment: Path) -> Rubric:
    """Read and check the rubric of the assignment in that folder. Raises BrokenRubric."""
    try:
        rubric = checked_json.read(assignment / NAME, Rubric)
    except checked_json.Mistake as mistake:
        raise BrokenRubric(str(mistake)) from mistake
    _refuse([*_sums(rubric), *_entries(rubric), *_paths(rubric, assignment), *_times(rubric)])
    return rubric


def check_collected(rubric: Rubric, ids: Iterable[str], suite: Suite) -> None:
    """Raise BrokenRubric unless pytest collected exactly the listed tests of `suite`.

    Collected ids may carry a "[...]" part: all parameters of a test are one entry.
    """
    collected = list(dict.fromkeys(name.partition("[")[0] for name in ids))
    listed = [test.id for test in rubric.tests(suite)]
    faults = [
        f'the test "{name}" is listed, but pytest does not find it: mend its id, or take the '
        "entry out."
        for name in listed
        if name not in collected
    ]
    faults += [
        f'pytest finds the test "{name}", which is not listed: add an entry with its points, or '
        "take the test out."
        for name in collected
        if name not in listed
    ]
    _refuse(faults)


def released(rubric: Rubric) -> bytes:
    """Return the students' copy: of the hidden tests it says how many there are, no more."""
    replace = msgspec.structs.replace
    exercises = []
    for exercise in rubric.exercises:
        count, points = len(exercise.listed("hidden")), exercise.worth("hidden")
        exercises.append(
            replace(
                exercise,
                tests=exercise.listed("public"),
                hidden=HiddenShare(count, points) if count else exercise.hidden,
                working=None,
            )
        )
    copy = replace(rubric, exercises=exercises)
    return msgspec.json.format(msgspec.json.encode(copy), indent=2) + b"\n"


def schema() -> bytes:
    """Return the JSON Schema of `grading.json`, for editors."""
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    text = json.dumps(draft | msgspec.json.schema(Rubric))
    steady = json.loads(text, object_hook=_in_order)
    return json.dumps(steady, indent=2, sort_keys=True).encode() + b"\n"


def _in_order(node: dict[str, Any]) -> dict[str, Any]:
    node.get("anyOf", []).sort(key=json.dumps)  # the order differs from msgspec to msgspec
    return node


def _refuse(faults: list[str]) -> None:
    if faults:
        raise BrokenRubric("\n".join(f"{NAME}: {fault}" for fault in faults))


# Checks beyond the types. Each yields sentences.


def _sums(rubric: Rubric) -> Iterator[str]:
    for number, exercise in enumerate(rubric.exercises, 1):
        share = exercise.hidden.points if exercise.hidden else 0
        total = exercise.worth("all") + share
        if total != exercise.points:
            yield (
                f"{entry_name('exercise', number, exercise)}: its tests add up to {total} "
                f'points, and its "points" are {exercise.points}: change one or the other.'
            )
    total = sum(exercise.points for exercise in rubric.exercises)
    if total != rubric.points:
        yield (
            f'the exercises add up to {total} points, and the "points" at the top are '
            f"{rubric.points}: change one or the other."
        )


def _entries(rubric: Rubric) -> Iterator[str]:
    seen: set[tuple[str, str]] = set()
    has_hidden = bool(rubric.tests("hidden"))
    for number, exercise in enumerate(rubric.exercises, 1):
        place = entry_name("exercise", number, exercise)
        for name in exercise.relies_on:
            if ("exercise", name) not in seen:
                yield f'{place}: relies_on "{name}", which is no earlier exercise: mend or move it.'
        for kind, name in (("exercise", exercise.id), ("function", exercise.function)):
            if (kind, name) in seen:
                yield f'{place}: a second {kind} "{name}": rename or remove one.'
            seen.add((kind, name))
        if not exercise.tests and not exercise.hidden:
            yield f"{place}: it has no tests: list at least one."
        if exercise.hidden and has_hidden:
            yield (
                f'{place}: a "hidden" share stands in a file that lists hidden tests: remove the '
                "share, which is for the students' copy only."
            )
        for position, test in enumerate(exercise.tests, 1):
            where = f"{place}, {entry_name('test', position, test)}"
            yield from (f"{where}: {fault}" for fault in _id_faults(test))
            if ("test", test.id) in seen:
                yield f"{where}: this id is listed twice: remove one of the entries."
            seen.add(("test", test.id))


def _id_faults(test: Test) -> Iterator[str]:
    folder = f"tests/{test.suite}/"
    if not test.id.startswith(folder):
        yield f'a {test.suite} test lies in {folder}: mend the id or the "suite".'
    if "[" in test.id:
        yield 'take the "[...]" part off: all parameters of a test are one entry.'
    elif not re.fullmatch(r"[\w./-]+\.py(::\w+)+", test.id):
        yield f"write the id as pytest prints it, like {folder}test_file.py::test_name."
    if not (test.title.isprintable() and test.title.strip()):
        yield "the title must be one line of plain text: rewrite it."


def _paths(rubric: Rubric, assignment: Path) -> Iterator[str]:
    taken = rubric.submission.files
    files = [("submission.files", name, False) for name in taken]
    files += [("submission.given", name, True) for name in rubric.submission.given]
    for number, exercise in enumerate(rubric.exercises, 1):
        place = entry_name("exercise", number, exercise)
        files.append((f"{place}, page", exercise.page, True))
        if exercise.working is not None:
            files.append((f"{place}, working", exercise.working, True))
    for place, name, needed in files:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or re.search(r"[\\:]", name):
            yield f'{place}: "{name}" must lie inside the assignment: write it like a/b.py.'
        elif needed and not (assignment / name).is_file():
            yield f'{place}: there is no file "{name}": mend the name or add the file.'
    for name in dict.fromkeys(taken):
        if [*taken, *rubric.submission.given].count(name) > 1:
            yield f'submission: the file "{name}" is named twice: remove one.'


def _times(rubric: Rubric) -> Iterator[str]:
    """Yield a fault if time-outs in every exercise would not fit into one submission's time.

    An exercise can run out of time twice, the first time after `test_seconds` and the second
    after one second more; both cost the import of a fresh worker. It can do so in the run and,
    if it relies on another, once more in the follow-through.
    """
    limits = rubric.limits
    runs = len(rubric.exercises) + sum(bool(one.relies_on) for one in rubric.exercises)
    each = limits.test_seconds + SECONDS_AFTER_A_TIMEOUT + 2 * limits.import_seconds
    if limits.submission_seconds < runs * each:
        yield (
            f'limits: "submission_seconds" must be at least {runs * each:g}, so that time-outs in '
            "every exercise fit: raise it, or lower the other seconds."
        )
