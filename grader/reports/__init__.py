"""Views of a scorecard: one Scorecard in, text out."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from grader.reports import classroom, classroom50, gradescope, json, markdown, text
from grader.reports.annotations import render as annotate
from grader.rubric import Rubric
from grader.scorecard import Scorecard

Render = Callable[[Scorecard, "Rubric | None", str, TextIO], str]


def _text(card: Scorecard, rubric: Rubric | None, name: str, stream: TextIO) -> str:
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    colour = stream.isatty() and not plain
    return text.render(card, rubric, name, colour=colour, encoding=stream.encoding or "ascii")


def _markdown(card: Scorecard, rubric: Rubric | None, _: str, __: TextIO) -> str:
    # Neither a job's summary nor a release follows links that are relative to the repository.
    where = [os.environ.get(f"GITHUB_{part}") for part in ("SERVER_URL", "REPOSITORY", "SHA")]
    root = "{}/{}/blob/{}/".format(*where) if all(where) else ""
    return markdown.render(card, rubric, root)


FORMATS: dict[str, Render] = {
    "text": _text,
    "json": lambda card, *_: json.render(card),
    "markdown": _markdown,
    "annotations": lambda card, rubric, *_: annotate(card, rubric),
    "classroom": lambda card, *_: classroom.render(card),
    "classroom50": lambda card, *_: classroom50.render(card),
    "gradescope": lambda card, rubric, *_: gradescope.render(card, rubric),
}


class CannotWrite(Exception):
    """The report could not be written where it was asked for."""


def write(
    card: Scorecard, form: str, rubric: Rubric | None, name: str, output: Path | None
) -> None:
    """Write the report on the submission `name` to `output`, or to standard output.

    Raises CannotWrite.
    """
    if output is None and sys.stdout is None:
        raise CannotWrite("standard output is closed: write to a file with --output.")
    try:
        if output is None:
            if form != "text" and isinstance(sys.stdout, io.TextIOWrapper):
                sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # data, wherever it is read
            print(FORMATS[form](card, rubric, name, sys.stdout), end="", flush=True)
        else:
            with output.open("w", encoding="utf-8", newline="\n") as stream:
                stream.write(FORMATS[form](card, rubric, name, stream))
    except OSError as error:
        if output is None:  # else Python would fail once more, when it ends and writes the rest
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        where = output or "standard output"
        raise CannotWrite(f"the report cannot be written to {where}: {error.strerror}.") from error
