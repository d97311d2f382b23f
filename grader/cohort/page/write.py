"""The class on one page: a file that needs no network, in which nothing of a student's can act.

The page's policy allows its own style and script by their hashes and nothing else. Tables and
figures are static; names, words and details are data, which the script shows as text. The page
is written as a stream, so that a large class needs no more memory than a small one.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import TextIO

from grader.cohort.page import detail, markup
from grader.cohort.page.figures import Figures, count
from grader.roll import Roll

ASSETS = Path(__file__).with_name("assets")


def write(roll: Roll, path: Path) -> None:
    """Write the page. Raises OSError."""
    figures = count(roll)
    with path.open("w", encoding="utf-8", newline="\n") as out:
        _stream(roll, figures, out)


def _stream(roll: Roll, figures: Figures, out: TextIO) -> None:
    style, script = _asset("page.css"), _asset("page.js") + _asset("student.js")
    zone = markup.zone_name(roll, figures)
    fills = {
        "style": style,
        "script": script,
        "style_hash": _hash(style),
        "script_hash": _hash(script),
        "title": escape(roll.rubric.title),
        "facts": markup.facts(roll),
        "notes": markup.notes(roll),
        "findings": markup.findings(roll, figures),
        "glance": markup.glance(figures),
        "distribution": markup.distribution(figures),
        "mistakes": markup.mistakes(figures),
        "heat_head": markup.heat_head(figures, zone),
        "first": str(markup.FIRST),
        "tests": markup.tests(figures),
        "apart": markup.apart(figures),
    }
    top, middle, between, end = (
        Template(part).substitute(fills)
        for part in re.split(r"\$(?:rows|details|about)", _asset("page.html"))
    )
    out.write(top)
    out.writelines(markup.heat_rows(figures, commits=bool(zone)))
    out.write(middle)
    # Collected while the details pass by; no second look at the rows is needed.
    apart: dict[int, list[str]] = {}
    for place, line in enumerate(detail.lines(roll, figures, apart)):
        out.write(f"{',' if place else ''}\n{line}")
    out.write(between)
    out.write(detail.safe_json(detail.about(roll, figures, apart)))
    out.write(end)


def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
