"""Hostile text made inert, in a terminal, a log, a Markdown page: all it can do is be read."""

from __future__ import annotations

import re
import unicodedata

# A complete colour or cursor sequence says nothing to a reader: it is dropped. Anything else
# outside plain ASCII is looked at one by one.
_SUSPECT = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[^\x20-\x7e\n\t]")
# Python calls these printable, and yet they show nothing.
_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

# A line of an Actions log is a command if it begins so, blanks aside; "##[" is one anywhere.
_COMMAND = re.compile(r"^([^\S\n]*):(?=:)", re.MULTILINE)
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = _DATA | {":": "%3A", ",": "%2C"}

# GitHub finds mentions, issues and emoji when Markdown is done with a text, so that backslashes
# do not stop them. An invisible joiner does, and for a formula's sign an element of its own.
_JOINER = "&#8288;"
_MARKS = re.compile(
    r"(?P<link>@(?=\w)|#(?=\w)|:(?=[\w+:/-])|(?<=\bgh)-(?=\d))|(?P<www>(?<=www)\.)|(?P<math>\$)"
    r"|^(?:[-+=]|\d+[.)])|[\\`*_~\[\]|#&<>]",
    re.IGNORECASE,
)


def inert(text: str, limit: int = 2000, line_limit: int = 500) -> str:
    """Return `text` as something that can only be read. Never raises.

    Line feeds and tabs stay. Control characters, bidirectional marks, zero-width characters and
    broken surrogates become visible, as in "<U+202E>". A text beyond `limit` characters and a
    line beyond `line_limit` are cut, with a note that says so.
    """
    # One character may become eight, so the cut comes before and after.
    shown = _SUSPECT.sub(_visible, text[: limit + 1].replace("\r\n", "\n"))
    lines = shown[:limit].split("\n")
    for number, line in enumerate(lines):
        if len(line) > line_limit:
            more = len(line) - line_limit
            lines[number] = f"{line[:line_limit]} ... ({more} more characters)"
    if max(len(text), len(shown)) > limit:
        lines.append(f"... (cut here; the whole text has {len(text)} characters)")
    return "\n".join(lines)


def _visible(match: re.Match[str]) -> str:
    found = match[0]
    if len(found) > 1:
        return ""
    seen = found.isprintable() and found not in _EMPTY
    return found if seen or unicodedata.category(found) == "Zs" else f"<U+{ord(found):04X}>"


def log_safe(text: str, limit: int = 2000, line_limit: int = 500) -> str:
    """Return `text` inert, also in the log of an Actions run, where lines can be commands."""
    shown = _COMMAND.sub(r"\1: ", inert(text, limit, line_limit))
    return shown.replace("##[", "## [")


def command_data(text: str, limit: int = 2000) -> str:
    """Return `text` as the message of a workflow command."""
    return _escaped(log_safe(text, limit), _DATA)


def command_property(text: str, limit: int = 500) -> str:
    """Return `text` as the value of a workflow command's property."""
    return _escaped(log_safe(text, limit), _PROPERTY)


def markdown(text: str, limit: int = 500) -> str:
    """Return `text` as one line of Markdown that shows it letter by letter, also in a table.

    Nothing in it becomes a link, a mention, an image, HTML, a formula or an emoji.
    """
    return _MARKS.sub(_literal, " ".join(inert(text, limit, limit).split()))


def fenced(text: str, limit: int = 2000, line_limit: int = 500) -> str:
    """Return `text` as a Markdown block of code that nothing in it can close."""
    shown = log_safe(text, limit, line_limit).strip("\n")
    fence = "`" * max([3, *(1 + len(run) for run in re.findall("`+", shown))])
    return f"{fence}text\n{shown}\n{fence}\n"


def _escaped(text: str, marks: dict[str, str]) -> str:
    return "".join(marks.get(letter, letter) for letter in text)


def _literal(match: re.Match[str]) -> str:
    if match["math"]:
        return "<span>$</span>"
    if match["www"]:
        return f"&#46;{_JOINER}"
    return f"{match[0][:-1]}\\{match[0][-1]}" + (_JOINER if match["link"] else "")
