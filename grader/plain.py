"""Hostile text made inert: nothing in it can steer a terminal, hide, or fill a page."""

from __future__ import annotations

import re
import unicodedata

# A complete colour or cursor sequence says nothing to a reader: it is dropped. Anything else
# outside plain ASCII is looked at one by one.
_SUSPECT = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[^\x20-\x7e\n\t]")
# Python calls these printable, and yet they show nothing.
_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


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
