"""The command line: commands and exit codes, no logic.

Exit codes: 0 graded, 1 a check found something, 2 usage, 3 not graded.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from grader import __version__
from grader.author import release
from grader.reports import FORMATS, CannotWrite, write
from grader.rubric import BrokenRubric
from grader.run import NoSuchSuite, run
from grader.submission import NotASubmission

GRADED, FOUND, USAGE, NOT_GRADED = 0, 1, 2, 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.command(arguments)
    except (NotASubmission, NoSuchSuite, CannotWrite, release.CannotRelease) as error:
        print(f"grade: {error}", file=sys.stderr)
        return USAGE
    except BrokenRubric as error:
        print(f"grade: {error}", file=sys.stderr)
        return NOT_GRADED
    except KeyboardInterrupt:
        print("\ngrade: stopped; nothing was graded.", file=sys.stderr)
        return NOT_GRADED
    return code


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(prog="grade", description="Grade the assignment's submissions.")
    top.add_argument("--version", action="version", version=f"grade {__version__}")
    top.add_argument(
        "--assignment",
        type=Path,
        metavar="DIR",
        default=Path(__file__).resolve().parents[1],
        help="the instructor's repository (default: the one that holds this grader)",
    )
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    one = commands.add_parser("run", help="grade one submission and show its scorecard")
    one.add_argument("submission", type=Path, metavar="SUBMISSION", help="a repository or .py file")
    one.add_argument("--suite", choices=("public", "hidden", "all"), help="default: all there are")
    one.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    one.add_argument("--output", type=Path, metavar="FILE", help="write there instead")
    one.add_argument(
        "--unconfined",
        action="store_true",
        help="grade where student code cannot be confined; every report says so",
    )
    one.set_defaults(command=_run)

    out = commands.add_parser("release", help="write the students' repository")
    out.add_argument("folder", type=Path, metavar="DIR", help="a folder that is not there yet")
    out.add_argument(
        "--grader",
        required=True,
        metavar="OWNER/REPO@SHA",
        help="where student runs find the grading action: a full commit SHA",
    )
    out.add_argument("--for", dest="host", choices=("github", "classroom50"), default="github")
    out.set_defaults(command=_release)
    return top


def _run(arguments: argparse.Namespace) -> int:
    card, rubric = run(
        arguments.assignment,
        arguments.submission,
        arguments.suite,
        confined=not arguments.unconfined,
    )
    write(card, arguments.format, rubric, arguments.output)
    return GRADED if card.status == "graded" else NOT_GRADED


def _release(arguments: argparse.Namespace) -> int:
    written = release.release(
        arguments.assignment, arguments.folder, arguments.grader, arguments.host
    )
    print(f"{written} files written to {arguments.folder}; nothing hidden is among them.")
    return GRADED
