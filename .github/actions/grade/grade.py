"""What the action does once the grader is installed: grade, then tell GitHub.

Runs in the student's checkout as `python -I grade.py SUBMISSION`. Of the scorecard, which is the
instructor's, only points are printed here; what students read comes from the reports made for
them. Nothing is told before everything is there, so a fault leaves no points behind.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
# The grader is run where the action lies: there is nothing to build.
GRADE = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from grader.cli import main;sys.exit(main())"
)
FORMATS = ("json", "classroom", "markdown", "annotations")
FAULT = (
    "No points were reported. This is a fault of the grader, not of your code: tell your "
    "instructor. Instructors: `grade run` on a checkout of this commit says what is wrong."
)


def main() -> int:
    """Grade the submission named on the command line and return the step's exit status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        tell(graded())
    except NotGraded as why:
        refuse(str(why))
    except OSError as error:
        refuse(f"{error.strerror}.")
    else:
        return 0
    return 1


class NotGraded(Exception):
    """The grader could not grade. Says why where a student may read it."""


def graded() -> dict[str, str]:
    """Run the grader on the submission and return its reports. Raises NotGraded."""
    with tempfile.TemporaryDirectory(dir=os.environ["RUNNER_TEMP"]) as name:
        reports = Path(name)
        wanted = [part for form in FORMATS for part in ("-f", form, "-o", str(reports / form))]
        done = subprocess.run(
            [sys.executable, "-I", "-c", GRADE, str(ROOT), "run", sys.argv[1], *wanted],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            raise NotGraded(reason(reports / "json", done.stderr))
        return {form: (reports / form).read_text(encoding="utf-8") for form in FORMATS}


def reason(scorecard: Path, said: str) -> str:
    """Why nothing was graded, if that is one line: longer ones may quote hidden tests."""
    with suppress(OSError, ValueError):  # a full disk leaves half of it
        card = json.loads(scorecard.read_text(encoding="utf-8"))
        if card["status"] == "not_graded":  # else its notes are the instructor's
            said = card["notes"][0]
    lines = said.strip().splitlines()
    return "".join(filter(str.isprintable, lines[0])) if len(lines) == 1 else ""


def refuse(why: str) -> None:
    """Say loudly that nothing was graded."""
    text = " ".join([*([why.replace("%", "%25")] if why else []), FAULT])
    print(f"::error title=Not graded::{text}", flush=True)
    with suppress(OSError):  # the log has said it
        for variable in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
            os.truncate(os.environ[variable], 0)  # a full disk leaves half of what was told
        append("GITHUB_STEP_SUMMARY", f"## Not graded\n\n{FAULT}\n")


def tell(report: dict[str, str]) -> None:
    """Write summary and outputs, then the log: points first, annotations last."""
    card = json.loads(report["json"])
    result = report["classroom"].strip()
    status = json.loads(base64.b64decode(result))["status"]
    append(
        "GITHUB_OUTPUT",
        f"result={result}\npoints={card['points']}\nmax-points={card['max_points']}\n"
        f"status={status}\n",
    )
    append("GITHUB_STEP_SUMMARY", report["markdown"])
    print("What to look at first stands on this run's summary page.\n")
    print(table(card))
    print(report["annotations"], end="", flush=True)


def table(card: dict[str, Any]) -> str:
    """Points per exercise. Every word is from grading.json, so no line can be a command."""
    rows = [(each["id"], each["points"], each["max_points"]) for each in card["exercises"]]
    rows.append(("all", card["points"], card["max_points"]))
    width = max(len(name) for name, *_ in rows)
    return "\n".join(f"{name:{width}}  {got:3} of {most:3}" for name, got, most in rows)


def append(variable: str, text: str) -> None:
    """Add to one of the files through which a step speaks to GitHub."""
    with Path(os.environ[variable]).open("a", encoding="utf-8", newline="\n") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main())
