"""Views of a scorecard: one Scorecard in, text out."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from grader.reports import json, text
from grader.rubric import Rubric
from grader.scorecard import Scorecard

Render = Callable[[Scorecard, "Rubric | None", TextIO], str]


def _text(card: Scorecard, rubric: Rubric | None, stream: TextIO) -> str:
    colour = stream.isatty() and "NO_COLOR" not in os.environ
    return text.render(card, colour=colour, encoding=stream.encoding or "ascii", rubric=rubric)


FORMATS: dict[str, Render] = {"text": _text, "json": lambda card, _, __: json.render(card)}


class CannotWrite(Exception):
    """The report could not be written where it was asked for."""


def write(card: Scorecard, form: str, rubric: Rubric | None, output: Path | None) -> None:
    """Write a report to `output`, or to standard output. Raises CannotWrite."""
    if output is None:
        if form != "text" and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # data, wherever it is read
        sys.stdout.write(FORMATS[form](card, rubric, sys.stdout))
        return
    try:
        with output.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(FORMATS[form](card, rubric, stream))
    except OSError as error:
        raise CannotWrite(
            f"{output} cannot be written ({error.strerror}): name another."
        ) from error
