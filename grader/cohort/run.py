"""Grade a class: from a folder of submissions to tables and a page."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from msgspec import structs

from grader.cohort import canvas, feedback, published, scores_json, tables
from grader.cohort.grading import Listed, crew, grade
from grader.cohort.handed_in import commits, roster
from grader.cohort.handed_in.find import Found, find
from grader.cohort.look import look, shared
from grader.cohort.output import Write, prepare, put, told
from grader.cohort.page.write import write as write_page
from grader.cohort.pool import Desk, OtherSuite
from grader.cohort.progress import Progress
from grader.cohort.store import NAME, Store
from grader.cohort.summary import summary
from grader.roll import CannotGradeClass, Finding, NotGraded, Roll, Student, by_weight
from grader.rubric import load
from grader.run import ON_WINDOWS, default_suite
from grader.scorecard import Grader
from grader.slots import SlotFault

_ADDRESS = re.compile(r"((tcp|tls|ucx|wss?)://)?[^\s/]+:\d{1,5}")
AGAIN = "What was graded is kept: the same command goes on where it was."


@dataclass(frozen=True)
class Options:
    """What `grade class` was asked for."""

    folder: Path
    output: Path
    jobs: int | None = None
    at: str | None = None
    roster: Path | None = None
    prefix: str = ""
    published: Path | None = None
    canvas: Path | None = None
    scheduler: str | None = None
    confined: bool = True


def grade_class(assignment: Path, options: Options) -> bool:
    """Grade all submissions and write the reports. Says whether a published score is forged.

    Raises CannotGradeClass where an option or a file is a mistake (before anything is graded)
    or nothing can be written, NotGraded where not all could be graded, and BrokenRubric.
    """
    if sys.platform == "win32":
        raise NotGraded(ON_WINDOWS)
    _check(options)
    rubric, suite = load(assignment), default_suite(assignment)
    if options.canvas is not None:
        canvas.Book(rubric, options.canvas)
    if options.published is not None:
        scores_json.read(options.published, rubric.assignment)
    moment, how = commits.parse_time(options.at) if options.at is not None else (None, "")
    students = roster.read(options.roster) if options.roster else None
    found = find(options.folder, rubric, students, options.prefix, moment, options.output)
    listed = _listed(found, students or [])
    prepare(options.output)
    desk = Desk(str(assignment.resolve()), suite, options.confined)
    grader, kept = _graded(listed, desk, options)
    notes = [how, commits.PENDING if moment and moment > datetime.now(timezone.utc) else ""]
    notes += [commits.DATES_NOTE if found.git else ""]
    if students is None and not options.prefix:
        notes += shared(student for student, _ in listed)
    with Store(options.output, grader.suite_digest) as store, told(options.output):
        roll = Roll(
            rubric=rubric,
            suite=suite,
            rows=store.rows,
            findings=found.findings,
            at=moment.isoformat() if moment else "",
            graded_at=datetime.now(timezone.utc).isoformat(timespec="seconds"),
            grader={name: str(value) for name, value in structs.asdict(grader).items()},
            titles=_titles(assignment),
            confined=grader.confined,
            git=found.git,
            notes=list(filter(None, notes)),
            kept=kept,
        )
        try:
            return _report(roll, options)
        except KeyboardInterrupt as error:
            raise NotGraded(f"stopped before all reports were written. {AGAIN}") from error


def _check(options: Options) -> None:
    """Find the mistakes in the options, before anything is done."""
    if options.jobs is not None and options.jobs < 1:
        raise CannotGradeClass(f"--jobs {options.jobs}: give a number from 1 up, or leave it out.")
    if options.jobs is not None and options.scheduler is not None:
        raise CannotGradeClass("--jobs is for this machine alone: leave it out with --scheduler.")
    if options.folder.resolve().is_relative_to(options.output.resolve()):
        raise CannotGradeClass(
            f"--output {options.output} holds the submissions themselves: give a folder of its own."
        )
    if options.scheduler is not None and not _ADDRESS.fullmatch(options.scheduler):
        raise CannotGradeClass(
            f"--scheduler {options.scheduler}: this is no address. Give the one that "
            "`dask scheduler` prints, as tcp://192.0.2.7:8786."
        )
    for name in ("roster", "published", "canvas"):
        path: Path | None = getattr(options, name)
        if path is not None and not path.is_file():
            raise CannotGradeClass(f"--{name}: there is no file {path}: check its spelling.")


def _listed(found: Found, students: list[Student]) -> Listed:
    """Everybody once, in the order of the roster; whom it does not name comes after."""
    listed: Listed = [(entry.student, entry) for entry in found.entries]
    listed += [(student, None) for student in found.missing]
    order = {student.username: place for place, student in enumerate(students)}
    listed.sort(key=lambda one: order.get(one[0].username, len(order)))
    return listed


def _graded(listed: Listed, desk: Desk, options: Options) -> tuple[Grader, int]:
    """Grade into the store, and say with what, and how many were graded before."""
    jobs = options.jobs and min(options.jobs, max(1, len(listed)))
    try:
        with crew(desk, jobs, options.scheduler) as staff:
            with (
                Store(options.output, staff.grader.suite_digest) as store,
                Progress(len(listed), sys.stderr or io.StringIO()) as progress,
            ):
                kept = grade(listed, staff, store, progress)
            return staff.grader, kept
    except KeyboardInterrupt as error:
        raise NotGraded(f"stopped. {AGAIN}") from error
    except SlotFault as error:
        raise NotGraded(str(error)) from error
    except OtherSuite as error:
        raise NotGraded(f"{error} {AGAIN}") from error
    except (CancelledError, BrokenExecutor) as error:
        raise NotGraded(f"the machines that grade cannot be reached any more. {AGAIN}") from error


def _titles(assignment: Path) -> dict[str, str]:
    """What the assignment calls its known mistakes."""
    path = assignment / "tests" / "misconceptions.json"
    if not path.is_file():
        return {}
    known = json.loads(path.read_text(encoding="utf-8"))
    return {name: str(entry["title"]) for name, entry in known.items()}


def _report(roll: Roll, options: Options) -> bool:
    """Compare, write all files and tell. Says whether a published score is forged."""
    output = options.output
    findings: list[Finding] = []
    if options.published is not None:
        findings += published.compare(roll, options.published)
    findings += roll.findings
    seen = list(look(roll))
    ungraded = sum(one.kind == "not_graded" for one in seen)
    doubled = {one.username for one in roll.findings if one.kind == "doubled"}  # told already
    # What the tables cannot hold is a finding too, so the page comes last.
    files: dict[str, Write] = {
        "scores.csv": lambda path: tables.write_scores(roll, path),
    }
    if options.roster is not None:
        files["moodle.csv"] = lambda path: findings.extend(tables.write_moodle(roll, path))
    if (export := options.canvas) is not None:
        files["canvas.csv"] = lambda path: findings.extend(canvas.fill_canvas(roll, export, path))
    for name, write in files.items():
        put(output / name, write)
    feedback.write_all(roll, output / "feedback")  # may hold files of others, so file by file
    findings += [one for one in seen if one.kind != "not_graded" or one.username not in doubled]
    whole = structs.replace(
        roll, findings=by_weight(findings), notes=[*roll.notes, *_old(output, files)]
    )
    put(output / "index.html", lambda path: write_page(whole, path))
    _say(summary(whole, output, ["index.html", *files, "feedback", NAME]), output)
    if ungraded:
        raise NotGraded(
            f"not graded: {ungraded} of the class. They have no marks, and each has a note "
            "that says why. Mend what it says; the same command tries them again."
        )
    return published.is_forged(findings)


def _old(output: Path, files: Iterable[str]) -> Iterator[str]:
    """Say which files for an LMS were not written now; an instructor may have edited them."""
    for name, option in (("moodle.csv", "--roster"), ("canvas.csv", "--canvas")):
        if name not in files and (output / name).exists():
            yield f"{name} is an earlier run's: delete it, or give {option} to write it anew."


def _say(text: str, output: Path) -> None:
    """Print, whatever letters the terminal has. Raises CannotGradeClass."""
    try:
        if sys.stdout is not None:
            encoding = sys.stdout.encoding or "utf-8"
            print(text.encode(encoding, "backslashreplace").decode(encoding), end="", flush=True)
    except OSError as error:  # else Python would fail once more, when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise CannotGradeClass(
            f"all reports are in {output}; the summary could not be shown ({error.strerror})."
        ) from error
