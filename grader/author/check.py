"""Is the assignment sound? Programs of known worth are graded, and each must get its due.

The stubs earn nothing, the reference everything, and a wheat (right by unusual roads) all of the
exercises whose functions it has. A chaff (wrong by one belief) stands in for a function of the
reference: it loses its own exercise only, and hears what its docstring says:

    Loses: an exercise's id
    Hears: the name of a mistake, or `nothing`
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import symtable
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.util import decode_source
from pathlib import Path
from queue import SimpleQueue

from msgspec import Struct

from grader.provenance import grader_block
from grader.rubric import BrokenRubric, Rubric, load
from grader.run import default_suite
from grader.scorecard import RecordFault, Scorecard, build
from grader.slots import Slot, SlotFault
from grader.submission import Submission

Show = Callable[[str], None]

# What names mistakes, and what it keeps of them; an assignment may do without.
MODULE, DATA = "tests/diagnosis.py", "tests/misconceptions.json"
REFERENCE = "solutions/reference.py"
MOST_SLOTS = 4
COLUMNS, NAME = 80, 35
NOTHING = "nothing"
LINES = re.compile(r"^(Loses|Hears): (\S+)\r?$", re.MULTILINE)


class NoData(Exception):
    """The diagnosis does not run, so no program can hear a name."""


class Program(Struct, frozen=True):
    """A program, and what is due to it: only a chaff `loses` an exercise or `hears` a name.

    Only a wheat `lacks` functions, so that older wheats need no change when an exercise is added.
    """

    name: str
    source: bytes
    started: bool = True
    loses: str = ""
    hears: str = NOTHING
    lacks: frozenset[str] = frozenset()


def check(assignment: Path, *, write: bool, confined: bool, show: Show) -> bool:
    """Try the assignment, `show` it line by line, and return whether all is as it should be.

    With `write`, the stored data of the diagnosis is brought up to date first.
    """
    faults: list[str] = []
    try:
        rubric = load(assignment)
        faults += _data(assignment, write, show)
        programs = list(_programs(assignment, rubric, show))
        faults += _untried(rubric, programs)
        show(_row("", "program", [one.id[:3] for one in rubric.exercises], "hears"))
        for program, card in _graded(assignment, rubric, programs, confined):
            wrong = list(_wrong(program, card))
            points = [
                "-" if one.function in program.lacks else str(one.points) for one in card.exercises
            ]
            show(_row("BAD" if wrong else "ok", program.name, points, _heard(card)))
            faults += [f"{program.name}: {fault}" for fault in wrong]
    except (BrokenRubric, NoData, SlotFault, RecordFault) as error:
        faults.append(str(error))
    except FileNotFoundError as error:
        faults.append(f"there is no {os.path.relpath(error.filename, assignment)}: add it.")
    for fault in faults:
        show(f"Wrong: {fault}")
    show(f"{len(faults)} to mend." if faults else "All is as it should be.")
    return not faults


def _data(assignment: Path, write: bool, show: Show) -> Iterator[str]:
    """What is wrong with the data of the diagnosis; it is written where that is wanted."""
    if not (assignment / MODULE).is_file():
        show(f"No {MODULE}: no mistake is named.")
        return
    command = [sys.executable, "-m", MODULE.removesuffix(".py").replace("/", ".")]
    run = subprocess.run(command, cwd=assignment, capture_output=True, check=False)
    if run.returncode:
        said = run.stderr.decode("utf-8", "replace").strip().splitlines()
        raise NoData(f"python -m {command[-1]} fails: {said[-1] if said else 'it says nothing'}")
    path = assignment / DATA
    if not path.is_file() or path.read_bytes() != run.stdout:
        if write:
            path.write_bytes(run.stdout)
            show(f"{DATA} written.")
        else:
            yield f"{DATA} is not current: run grade check --write."
    for name, entry in json.loads(run.stdout).items():
        for part in ("title", "words", "answers"):
            if not entry.get(part):
                need = "add a chaff that hears it" if part == "answers" else "write it"
                yield f'{DATA}: "{name}" has no {part}: {need}.'


def _programs(assignment: Path, rubric: Rubric, show: Show) -> Iterator[Program]:
    main = rubric.submission.files[0]
    yield Program(main, (assignment / main).read_bytes(), started=False)
    reference = (assignment / REFERENCE).read_bytes()
    yield Program(REFERENCE, reference)
    for folder in ("wheats", "chaffs"):
        paths = sorted((assignment / "solutions" / folder).glob("*.py"))
        if not paths:
            show(f"No solutions/{folder}: nothing to try there.")
        for path in paths:
            name, source = f"{folder}/{path.stem}", path.read_bytes()
            if folder == "chaffs":
                said = dict(LINES.findall(source.decode("utf-8", "replace")))
                loses, hears = said.get("Loses", ""), said.get("Hears", "")
                yield Program(name, reference + b"\n" + source, loses=loses, hears=hears)
            else:
                yield Program(name, source, lacks=_lacks(source, rubric))


def _lacks(source: bytes, rubric: Rubric) -> frozenset[str]:
    """The functions to which a module gives no value, in whatever way."""
    try:
        symbols = symtable.symtable(decode_source(source), "", "exec").get_symbols()
    except (SyntaxError, ValueError):
        return frozenset()  # its scorecard says so
    has = {one.get_name() for one in symbols if one.is_assigned() or one.is_imported()}
    return frozenset(one.function for one in rubric.exercises) - has


def _untried(rubric: Rubric, programs: list[Program]) -> Iterator[str]:
    """The functions that all wheats lack, if there are wheats."""
    wheats = [program for program in programs if program.name.startswith("wheats/")]
    for one in rubric.exercises:
        if wheats and all(one.function in wheat.lacks for wheat in wheats):
            yield f"no program in solutions/wheats has {one.function}: add one, by another road."


def _graded(
    assignment: Path, rubric: Rubric, programs: list[Program], confined: bool
) -> Iterator[tuple[Program, Scorecard]]:
    """Grade all in a few slots at once; yield the scorecards in order, as they come."""
    suite = default_suite(assignment)
    others = {name: (assignment / name).read_bytes() for name in rubric.submission.files[1:]}
    free: SimpleQueue[Slot] = SimpleQueue()
    with ExitStack() as stack:
        count = min(os.cpu_count() or 1, MOST_SLOTS, len(programs))
        slots = [
            stack.enter_context(Slot(assignment, rubric, suite, confined=confined))
            for _ in range(count)
        ]
        for slot in slots:
            free.put(slot)
        grader = grader_block(assignment, rubric, slots[0].ready(), confined=confined)

        def grade(program: Program) -> Scorecard:
            slot = free.get()
            try:
                files = {rubric.submission.files[0]: program.source, **others}
                submission = Submission(files, None, [])
                return build(slot.grade(submission), rubric, suite, submission, grader)
            finally:
                free.put(slot)

        pool = stack.enter_context(ThreadPoolExecutor(count))
        yield from zip(programs, pool.map(grade, programs), strict=True)


def _wrong(program: Program, card: Scorecard) -> Iterator[str]:
    """What the program got that is not its due."""
    for one in card.exercises:
        lost = [test.title for test in one.tests if not test.points]
        if not program.started:
            if one.points or one.status != "not_started":
                yield f"{one.id} is {one.status} with {one.points} points, not untouched with 0."
        elif one.id == program.loses and not lost:
            yield f"it loses nothing in {one.id}: add a test that sees its mistake."
        elif one.id != program.loses and lost and one.function not in program.lacks:
            yield f'it loses {one.max_points - one.points} points in {one.id}: "{lost[0]}".'
    if program.name.startswith("chaffs/"):
        for line, said in (("Loses", program.loses), ("Hears", program.hears)):
            if not said:
                yield f'its docstring lacks a line "{line}: ...".'
    if program.loses and all(one.id != program.loses for one in card.exercises):
        yield f'"Loses: {program.loses}" names no exercise.'
    if _heard(card) != program.hears:
        yield f"it hears {_heard(card)}, not {program.hears}."


def _heard(card: Scorecard) -> str:
    return " ".join(one.misconception for one in card.exercises if one.misconception) or NOTHING


def _row(verdict: str, name: str, points: list[str], heard: str) -> str:
    cells = "".join(f"{cell:>4}" for cell in points)
    short = name.rpartition("/")[2]
    if heard == short:
        heard = "its own name"
    return f"{verdict:<4}{short:<{NAME}}{cells}  {heard}"[:COLUMNS].rstrip()
