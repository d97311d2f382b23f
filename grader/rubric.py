"""The rubric: `grading.json`, read and checked.

Whatever is wrong with it is a BrokenRubric that names the entry and the mend, before anything
is graded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

NAME = "grading.json"
Suite = Literal["public", "hidden", "all"]
# After an exercise's first time-out its other tests get this long, after a second nothing.
SECONDS_AFTER_A_TIMEOUT = 1.0

_NAME, _FUNCTION, _LINE = r"^[a-z0-9_-]+$", r"^[A-Za-z_]\w*$", r"^\S.*$"
_PATH, _TEST = r"^\w[\w .-]*(/\w[\w .-]*)*$", r"^[\w./-]+\.py(::\w+)+$"
_Count = Annotated[int, Meta(ge=1)]
_Seconds = Annotated[float, Meta(gt=0)]
_Path = Annotated[str, Meta(pattern=_PATH)]
_Line = Annotated[str, Meta(pattern=_LINE)]


class BrokenRubric(Exception):
    """`grading.json` cannot be used. Names each entry at fault and what to do about it."""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What a submission may use; the seconds for the whole submission include the imports."""

    import_seconds: _Seconds
    test_seconds: _Seconds
    submission_seconds: _Seconds
    memory_mib: Annotated[int, Meta(ge=512)]  # Python and numpy alone take about 150
    output_kib: _Count


class Files(Struct, frozen=True, forbid_unknown_fields=True):
    """The files that are taken from a submission, and those that the assignment gives."""

    files: Annotated[list[_Path], Meta(min_length=1)]
    given: list[_Path]


class Test(Struct, frozen=True, forbid_unknown_fields=True):
    """One graded test: all its points or none. `id` is what pytest prints from the root."""

    __test__ = False  # not for pytest, whatever the name says

    id: Annotated[str, Meta(pattern=_TEST)]
    suite: Literal["public", "hidden"]
    points: Annotated[int, Meta(ge=1, le=5)]
    title: _Line


class HiddenShare(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a release's copy says of the hidden tests of an exercise."""

    tests: _Count
    points: _Count


class Exercise(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One function to write. `working` is a file with a working version of it."""

    id: Annotated[str, Meta(pattern=_NAME)]
    function: Annotated[str, Meta(pattern=_FUNCTION)]
    page: _Path
    points: _Count
    relies_on: list[str]
    tests: list[Test]
    working: _Path | None = None
    hidden: HiddenShare | None = None

    def listed(self, suite: Suite) -> list[Test]:
        """The tests of `suite`, in order."""
        return [test for test in self.tests if suite in ("all", test.suite)]

    def worth(self, suite: Suite) -> int:
        """The points of the listed tests of `suite`."""
        return sum(test.points for test in self.listed(suite))


class Rubric(Struct, frozen=True, forbid_unknown_fields=True):
    """What is graded, and how many points it is worth."""

    assignment: Annotated[str, Meta(pattern=_NAME)]
    title: _Line
    points: _Count
    submission: Files
    limits: Limits
    questions: dict[str, _Line]
    exercises: Annotated[list[Exercise], Meta(min_length=1)]

    def tests(self, suite: Suite) -> list[Test]:
        """The tests of `suite`, exercise by exercise."""
        return [test for exercise in self.exercises for test in exercise.listed(suite)]


def load(assignment: Path) -> Rubric:
    """Read and check the rubric of the assignment in that folder. Raises BrokenRubric."""
    path = assignment / NAME
    try:
        # NaN becomes a text here, and then is no number.
        text = path.read_text(encoding="utf-8-sig")
        raw = json.loads(text, object_pairs_hook=_fields, parse_constant=str)
        rubric = msgspec.convert(raw, Rubric)
    except OSError as error:
        raise BrokenRubric(f"{path} cannot be read ({error.strerror}): add the file.") from error
    except msgspec.ValidationError as error:
        raise BrokenRubric(f"{NAME}: {_plainly(str(error), raw)}") from error
    except ValueError as error:
        mend = "mend a comma, quote or bracket there or just before"
        raise BrokenRubric(f"{NAME} is no JSON in UTF-8 ({error}): {mend}.") from error
    _refuse(_faults(rubric, assignment))
    return rubric


def check_collected(rubric: Rubric, ids: Iterable[str], suite: Suite) -> None:
    """Raise BrokenRubric unless pytest collected exactly the listed tests of `suite`.

    Collected ids may carry a "[...]" part: all parameters of a test are one entry.
    """
    found = dict.fromkeys(name.partition("[")[0] for name in ids)
    listed = {test.id: test for test in rubric.tests(suite)}
    lacking = "listed, but pytest does not find it: mend its id, or take the entry out."
    extra = "not listed, but pytest finds it: add an entry with its points, or take it out."
    faults = [f'the test "{name}" is {lacking}' for name in listed if name not in found]
    _refuse(faults + [f'the test "{name}" is {extra}' for name in found if name not in listed])


def released(rubric: Rubric) -> bytes:
    """Return the students' copy: of the hidden tests it says how many there are, no more."""
    replace, exercises = msgspec.structs.replace, []
    for one in rubric.exercises:
        count, worth = len(one.listed("hidden")), one.worth("hidden")
        share = HiddenShare(count, worth) if count else one.hidden
        exercises.append(replace(one, tests=one.listed("public"), hidden=share, working=None))
    copy = msgspec.json.encode(replace(rubric, exercises=exercises))
    return msgspec.json.format(copy, indent=2) + b"\n"


def schema() -> bytes:
    """Return the JSON Schema of `grading.json`, for editors."""

    def in_order(node: dict[str, Any]) -> dict[str, Any]:
        node.get("anyOf", []).sort(key=json.dumps)  # the order differs from msgspec to msgspec
        return node

    raw = {"$schema": "https://json-schema.org/draft/2020-12/schema"} | msgspec.json.schema(Rubric)
    steady = json.loads(json.dumps(raw), object_hook=in_order)
    return json.dumps(steady, indent=2, sort_keys=True).encode() + b"\n"


def _refuse(faults: Iterable[str]) -> None:
    if text := "\n".join(f"{NAME}: {fault}" for fault in faults):
        raise BrokenRubric(text)


# What to do about a mistake that msgspec words so.
_MENDS = {
    "missing required field": "add it.",
    "unknown field": "mend its spelling or remove it.",
    "enum value": 'write "public" or "hidden".',
    "length >= 1": "it is empty: fill it in.",
    "`, got `": "change it.",
    "` <= ": "lower or split it.",
    "` >": "raise it.",
    repr(_PATH): "it must lie inside the assignment: write it like folder/file.py.",
    repr(
        _TEST
    ): 'write it as pytest prints it, like tests/public/test_it.py::test_one, no "[...]".',
    repr(_LINE): "rewrite it as one line of plain text.",
    repr(_NAME): "rename it: small letters, digits, - and _ only, no blanks.",
    repr(_FUNCTION): "rename it: letters, digits and _ only, no blanks.",
}


def _plainly(error: str, raw: Any) -> str:
    """Say which entry of `raw` msgspec found fault with, and the mend."""
    what, _, path = error.partition(" - at `")
    mend = next((mend for part, mend in _MENDS.items() if part in what), "change it.")
    what = re.sub(".* matching regex .*", "this will not do", what)
    words: list[str] = []
    for field, position in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        raw = raw[field or int(position)]
        if field:
            words.append(field)
        else:
            name = raw.get("id") if isinstance(raw, dict) else raw
            words[-1] = _entry(words[-1].removesuffix("s"), int(position) + 1, name)
    return f"{', '.join(words) or 'the whole file'}: {what}: {mend}"


def _entry(kind: str, number: int, name: object) -> str:
    return f'{kind} {number} "{name}"' if isinstance(name, str) else f"{kind} {number}"


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entry, names = dict(pairs), [name for name, _ in pairs]
    if len(entry) < len(names):
        where = f'the entry "{entry["id"]}"' if "id" in entry else "an entry"
        twice = max(names, key=names.count)
        raise BrokenRubric(f'{NAME}: {where} has the field "{twice}" twice: take one out.')
    return entry


def _faults(rubric: Rubric, assignment: Path) -> Iterator[str]:
    """Yield what is wrong beyond the types."""
    limits, exercises, given = rubric.limits, rubric.exercises, rubric.submission.given
    ids = [exercise.id for exercise in exercises]
    unique = {
        "file": [*rubric.submission.files, *given],
        "exercise": ids,
        "function": [exercise.function for exercise in exercises],
        "test": [test.id for test in rubric.tests("all")],
    }
    for kind, names in unique.items():
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f'the {kind} "{name}" is there twice: rename or remove one.'
    working = [exercise.working for exercise in exercises if exercise.working]
    # A grader's bundle has no pages.
    pages = [exercise.page for exercise in exercises if (assignment / "exercises").is_dir()]
    for kind, names in ("given", given), ("page", pages), ("working", working):
        for name in names:
            if not (assignment / name).is_file():
                yield f'{kind}: there is no file "{name}": mend the name or add the file.'
    sums = [("the exercises", sum(exercise.points for exercise in exercises), rubric.points)]
    for number, exercise in enumerate(exercises, 1):
        place, share = _entry("exercise", number, exercise.id), exercise.hidden
        total = exercise.worth("all") + (share.points if share else 0)
        sums.append((f"{place}: its tests", total, exercise.points))
        if share and rubric.tests("hidden"):
            yield f'{place}: a "hidden" share is for a copy without hidden tests: remove it.'
        for name in sorted({*exercise.relies_on} - {*ids[: number - 1]}):
            yield f'{place}: relies_on "{name}", which is no earlier exercise: mend or move it.'
        for test in exercise.tests:
            if not test.id.startswith(f"tests/{test.suite}/"):
                yield f'{place}, "{test.id}": not in tests/{test.suite}/: mend the id or "suite".'
    for what, total, points in sums:
        if total != points:
            yield f'{what} add up to {total} points, and "points" is {points}: change one of them.'
    # An exercise can run out of time twice, the first time after `test_seconds` and the second
    # after one second more; both cost the import of a fresh worker. It can do so in the run and,
    # if it relies on another, once more in the follow-through.
    runs = len(exercises) + sum(bool(exercise.relies_on) for exercise in exercises)
    least = runs * (limits.test_seconds + SECONDS_AFTER_A_TIMEOUT + 2 * limits.import_seconds)
    if limits.submission_seconds < least:
        yield (
            f'limits: "submission_seconds" must be at least {least:g}, so that time-outs in '
            "every exercise fit: raise it, or lower the other seconds."
        )
