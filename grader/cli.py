"""The command line: commands and exit codes, no logic.

Exit codes: 0 graded, 1 a check found something, 2 usage, 3 not graded.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from grader import __version__
from grader.author import bundle, release
from grader.author.check import check
from grader.plain import log_safe
from grader.reports import FORMATS, CannotWrite, write
from grader.roll import CannotGradeClass, NotGraded
from grader.rubric import BrokenRubric
from grader.run import NoSuchSuite, run
from grader.submission import NotASubmission

HERE = Path(__file__).resolve().parents[1]
GRADED, FOUND, USAGE, NOT_GRADED = 0, 1, 2, 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = parser().parse_args(argv)
    arguments.assignment = getattr(arguments, "assignment", HERE)
    if not arguments.assignment.is_dir():
        print(f"grade: there is no folder {arguments.assignment}", file=sys.stderr)
        return USAGE
    try:
        code: int = arguments.command(arguments)
    except BrokenRubric as error:
        print(f"grade: {error}", file=sys.stderr)
        return NOT_GRADED
    except CannotGradeClass as error:
        for line in f"grade: {error}".splitlines():
            told = wrap(line, 80, break_long_words=False, break_on_hyphens=False)
            print(log_safe("\n".join(told)), file=sys.stderr)
        return NOT_GRADED if isinstance(error, NotGraded) else USAGE
    except (NotASubmission, NoSuchSuite, CannotWrite, release.CannotRelease) as error:
        print(f"grade: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("\ngrade: stopped; nothing was graded.", file=sys.stderr)
        return NOT_GRADED
    return code


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    folder = argparse.ArgumentParser(add_help=False)
    folder.add_argument(
        "--assignment",
        type=Path,
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="the instructor's repository (default: the one that holds this grader)",
    )
    unconfined = argparse.ArgumentParser(add_help=False)
    unconfined.add_argument(
        "--unconfined",
        action="store_true",
        help="grade where student code cannot be confined; every report says so",
    )
    top = argparse.ArgumentParser(
        prog="grade", description="Grade the assignment's submissions.", parents=[folder]
    )
    top.add_argument("--version", action="version", version=f"grade {__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    one = commands.add_parser(
        "run", help="grade one submission and show its scorecard", parents=[folder, unconfined]
    )
    one.add_argument("submission", type=Path, metavar="SUBMISSION", help="a repository or .py file")
    one.add_argument("--suite", choices=("public", "hidden", "all"), help="default: all there are")
    one.add_argument(
        *("--format", "-f"),
        action="append",
        choices=FORMATS,
        help="default: text; may be given again, each with an --output of its own",
    )
    one.add_argument(
        *("--output", "-o"),
        action="append",
        type=Path,
        metavar="FILE",
        help="write the report there instead",
    )
    one.set_defaults(command=_run)

    sound = commands.add_parser(
        "check",
        help="is the assignment sound? try programs of known worth",
        parents=[folder, unconfined],
    )
    sound.add_argument("--write", action="store_true", help="bring stored data up to date first")
    sound.set_defaults(command=_check)

    out = commands.add_parser("release", help="write the students' repository", parents=[folder])
    out.add_argument("folder", type=Path, metavar="DIR", help="a new or an empty folder")
    out.add_argument(
        "--grader",
        required=True,
        metavar="OWNER/REPO@SHA",
        help="where student runs find the grading action: a full commit SHA",
    )
    out.add_argument(
        "--for",
        dest="host",
        choices=("github", "classroom50"),
        default="github",
        help="classroom50 leaves the workflow out, since Classroom 50 brings its own",
    )
    out.set_defaults(command=_release)

    pack = commands.add_parser(
        "bundle", help="write what another platform needs to grade", parents=[folder]
    )
    pack.add_argument("host", choices=bundle.HOSTS, metavar="|".join(bundle.HOSTS))
    pack.add_argument("folder", type=Path, metavar="DIR", help="a new or an empty folder")
    pack.set_defaults(command=_bundle)
    _add_class(
        commands.add_parser(
            "class", help="grade a folder of submissions", parents=[folder, unconfined]
        )
    )
    return top


def _add_class(whole: argparse.ArgumentParser) -> None:
    whole.add_argument("folder", type=Path, metavar="FOLDER", help="the class's submissions")
    whole.add_argument(
        "--output",
        type=Path,
        metavar="DIR",
        required=True,
        help="where reports go; a run that was stopped there goes on",
    )
    whole.add_argument(
        "--jobs", type=int, metavar="N", help="how many at once (default: one per core)"
    )
    whole.add_argument(
        "--at",
        metavar="TIME",
        help="the deadline, as 2026-11-30T23:59+01:00: grade each clone's last commit before it",
    )
    whole.add_argument("--roster", type=Path, metavar="CSV", help="everyone in the class")
    whole.add_argument(
        "--prefix",
        default="",
        metavar="NAME",
        help="what folder names begin with, before the username",
    )
    whole.add_argument(
        "--published", type=Path, metavar="JSON", help="Classroom 50's scores.json, to compare with"
    )
    whole.add_argument(
        "--fail-on-forged",
        action="store_true",
        help="exit with 1 where a published score is not true",
    )
    whole.add_argument("--canvas", type=Path, metavar="CSV", help="a gradebook export, to fill in")
    whole.add_argument("--scheduler", metavar="ADDRESS", help="grade on a Dask cluster")
    whole.set_defaults(command=_class)


def _run(arguments: argparse.Namespace) -> int:
    formats = arguments.format or ["text"]
    outputs = arguments.output or [None] * len(formats)
    if len(formats) != len(outputs) or (len(formats) > 1 and not arguments.output):
        raise CannotWrite("give each --format an --output of its own, in the same order.")
    card, rubric = run(
        arguments.assignment,
        arguments.submission,
        arguments.suite,
        confined=not arguments.unconfined,
    )
    for form, output in zip(formats, outputs, strict=True):
        write(card, form, rubric, str(arguments.submission), output)
    graded = card.status == "graded"
    if arguments.output:
        said = f"{card.points} of {card.max_points} points" if graded else "NOT GRADED"
        where = " and ".join(map(str, arguments.output))
        print(f"{said}; the report is in {where}", file=sys.stderr)
    if not graded and formats != ["text"]:  # students' reports leave the reason out
        print(log_safe("\n".join(["grade: not graded:", *card.notes])), file=sys.stderr)
    return GRADED if graded else NOT_GRADED


def _check(arguments: argparse.Namespace) -> int:
    confined = not arguments.unconfined
    sound = check(arguments.assignment, write=arguments.write, confined=confined, show=print)
    return GRADED if sound else FOUND


def _release(arguments: argparse.Namespace) -> int:
    written = release.release(
        arguments.assignment, arguments.folder, arguments.grader, arguments.host
    )
    print(f"{written} files written to {arguments.folder}; nothing hidden is among them.")
    print(f"Next: {_guide(arguments)} says how students get them.")
    return GRADED


def _bundle(arguments: argparse.Namespace) -> int:
    written = bundle.bundle(arguments.assignment, arguments.folder, arguments.host)
    print(f"{written} files written to {arguments.folder}. {bundle.NEXT[arguments.host]}")
    print(f"{_guide(arguments)} has each step.")
    return GRADED


def _guide(arguments: argparse.Namespace) -> str:
    return f"docs/{arguments.host}.md"


def _class(arguments: argparse.Namespace) -> int:
    from grader.cohort.run import Options, grade_class  # much to import, and no other command's

    if arguments.fail_on_forged and arguments.published is None:
        raise CannotGradeClass(
            "--fail-on-forged looks at published scores: give them, as --published scores.json."
        )
    options = Options(
        folder=arguments.folder,
        output=arguments.output,
        jobs=arguments.jobs,
        at=arguments.at,
        roster=arguments.roster,
        prefix=arguments.prefix,
        published=arguments.published,
        canvas=arguments.canvas,
        scheduler=arguments.scheduler,
        confined=not arguments.unconfined,
    )
    forged = grade_class(arguments.assignment, options)
    return FOUND if forged and arguments.fail_on_forged else GRADED
