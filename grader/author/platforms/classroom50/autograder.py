#!/usr/bin/env python3
"""Grade a student's checkout for Classroom 50, whose runner starts this file inside it.

Needs a bare Python 3.10 or newer. The grader gets an environment of its own, outside the
checkout, with the pinned packages. Whatever the submission does, `result.json` and
`release-body.md` are written last, and the exit code is 0. Where the grader itself cannot
work, the exit code is 1 and there is no mark.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

# A bundle holds no hidden tests, since whoever knows its address can read it. A runner workflow
# that brings the instructor's repository says here where it lies.
SOURCE = Path(os.environ.get("GRADER_SOURCE") or Path(__file__).resolve().parent)
HIDDEN = (SOURCE / "tests" / "hidden").is_dir()
RESULT, BODY, CARD = "result.json", "release-body.md", "scorecard.json"
# Classroom 50 stops a job after 15 minutes.
VENV_SECONDS, INSTALL_SECONDS, GRADE_SECONDS = 60, 180, 300
GRADE = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from grader.cli import main; sys.exit(main())"
)
NOT_GRADED = """## Not graded

The grader itself could not do its work. That is no mark and says nothing about your code.

Run the job again later. If that does not help, tell your instructor: the log has the reason.

"""
# A Python that is told so looks at no variable and no folder that a student could fill.
ISOLATED = "-I"


class CannotGrade(Exception):
    """The grader cannot work here. Says nothing about the submission."""


def main() -> int:
    """Grade the working folder."""
    checkout = Path.cwd()
    try:
        for name in (RESULT, BODY):  # a student may have committed one
            remove(checkout / name)
        if sys.version_info < (3, 10):  # noqa: UP036 (whatever the assignment's runtime names)
            raise CannotGrade("it needs Python 3.10 or newer: set that in the runtime.")
        where = os.environ.get("RUNNER_TEMP") or None
        with tempfile.TemporaryDirectory(
            prefix="grader-", dir=where, ignore_cleanup_errors=True
        ) as folder:
            python = prepare(Path(folder))
            grade(python, checkout, Path(folder))
    except (CannotGrade, OSError, ValueError) as error:  # a full disk leaves half a scorecard
        refuse(str(error))
        return 1
    return 0


def refuse(why: str) -> None:
    """Say loudly that nothing was graded; Classroom 50 itself only says that we exited with 1."""
    text = f"NOT GRADED: {why} This says nothing about the submission and is no mark."
    # As GitHub asks for in a command: one line, whatever the text is.
    for found, coded in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(found, coded)
    print(f"::error title=Not graded::{text}", flush=True)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with suppress(OSError), Path(summary).open("a", encoding="utf-8") as file:
            file.write(NOT_GRADED)


def prepare(folder: Path) -> str:
    """Make an environment with the pinned packages below `folder`; return its Python."""
    environment = folder / "environment"
    say(f"making an environment for the grader (Python {sys.version.split()[0]})")
    run(
        [sys.executable, ISOLATED, "-m", "venv", str(environment)],
        folder,
        VENV_SECONDS,
        "Python cannot make an environment: choose a runtime whose Python has the venv module.",
    )
    python = str(environment / "bin" / "python")
    say("installing the grader's pinned packages")
    pip = [python, ISOLATED, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    wheels = ["install", "--no-compile", "--require-hashes", "--only-binary", ":all:"]
    run(
        [*pip, *wheels, "--requirement", str(SOURCE / "grader" / "requirements.txt")],
        folder,
        INSTALL_SECONDS,
        "the grader's packages could not be installed; pip's words are above. If the network "
        "failed, run the job again.",
    )
    return python


def grade(python: str, checkout: Path, folder: Path) -> None:
    """Grade `checkout` with that Python and write what Classroom 50 reads. `folder` is ours."""
    say("grading")
    command = [python, ISOLATED, "-c", GRADE, str(SOURCE), "run", str(checkout)]
    for form, name in (("classroom50", RESULT), ("markdown", BODY), ("json", CARD)):
        command += ["--format", form, "--output", str(folder / name)]
    card = folder / CARD
    why = "the grader could not work. Instructors: `grade run` on this commit's files says why."
    try:
        run(command, folder, GRADE_SECONDS, why, show=not HIDDEN)
    except CannotGrade as error:
        raise CannotGrade(reason(card) or str(error)) from error
    status, summary = judge(json.loads(card.read_bytes()))
    for name in (RESULT, BODY):
        remove(checkout / name)
        with (checkout / name).open("xb") as file:
            file.write((folder / name).read_bytes())
    say(summary)
    if output := os.environ.get("GITHUB_OUTPUT"):
        with Path(output).open("a", encoding="utf-8") as file:
            file.write(f"status={status}\nsummary={summary}\n")


def reason(card: Path) -> str:
    """Why nothing was graded, if that is one line: longer ones may quote hidden tests."""
    text = ""
    with suppress(OSError, ValueError):  # none was written, or a full disk left half of it
        said = json.loads(card.read_bytes())
        if said["status"] == "not_graded":  # else its notes are the instructor's
            text = said["notes"][0]
    return "" if "\n" in text else text


def judge(card: dict[str, int]) -> tuple[str, str]:
    """The commit's status, and one line that goes with it."""
    points, most = card["points"], card["max_points"]
    waiting = json.loads((SOURCE / "grading.json").read_bytes())["points"] - most
    summary = f"{points} of {most} points"
    if waiting:
        summary = f"{points} of {most} public points; {waiting} more at the regrade"
    return ("success" if points == most else "failure"), summary


def run(command: list[str], folder: Path, seconds: int, failed: str, *, show: bool = True) -> None:
    """Run `command` in `folder`. Raises CannotGrade, with `failed`, unless it exits with 0."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            timeout=seconds,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CannotGrade(f"{failed} It took more than {seconds} seconds.") from None
    if done.returncode:
        for line in done.stdout.decode("utf-8", "replace").splitlines() if show else ():
            print(f"| {line}")  # a line that begins with :: would be a command to GitHub
        raise CannotGrade(failed)


def remove(path: Path) -> None:
    """Remove whatever is there: a file, a link (not what it leads to), a folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def say(text: str) -> None:
    """Show where the work stands; at once, since the packages print to the same log."""
    print(f"grader: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
