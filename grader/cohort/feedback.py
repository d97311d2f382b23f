"""One Markdown file for each student, in the words a student may read."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from pathlib import Path

from grader.cohort.output import put
from grader.plain import markdown as plain
from grader.reports import markdown
from grader.roll import Roll, Row, iso
from grader.rubric import Rubric

# The last line of a file of ours holds the digest of the rest: edited by hand, it is theirs.
_MARK = "<!-- feedback of grade class, {} -->\n"
_OURS = re.compile(rb"<!-- feedback of grade class, ([0-9a-f]{64}) -->\n\Z")
_SAFE = re.compile(r"[a-z0-9][a-z0-9._-]{0,78}[a-z0-9_]|[a-z0-9]", re.IGNORECASE)
# Devices on Windows, whatever follows the first dot.
_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)\d)(\..*)?", re.IGNORECASE)


def write_all(roll: Roll, folder: Path) -> int:
    """Write the feedback files into `folder` and return their number.

    Files of an earlier run whose student is gone are removed, other files are left alone; one
    that somebody has edited is renamed before its place is taken.
    """
    folder.mkdir(parents=True, exist_ok=True)
    taken = Counter(row.student.username.casefold() for row in roll.rows())
    written = set()
    for row in roll.rows():
        name = file_name(row.student.username, shared=taken[row.student.username.casefold()] > 1)
        text = _text(row, roll.rubric).encode("utf-8")
        mark = _MARK.format(hashlib.sha256(text).hexdigest())
        _place(folder / name, text + mark.encode())
        written.add(name.casefold())
    for path in folder.glob("*.md"):
        if path.name.casefold() not in written and _ours(path):
            path.unlink()
    return len(written)


def file_name(username: str, *, shared: bool = False) -> str:
    """Return a name that every system takes: the username, or what is left of it and a digest.

    `shared` says that another username differs only in upper and lower case. A "+" stands in no
    plain name, so no username can be chosen to be another's file.
    """
    if _SAFE.fullmatch(username) and not _DEVICES.fullmatch(username) and not shared:
        return f"{username}.md"
    digest = hashlib.sha256(username.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    left = re.sub(r"[^a-z0-9_-]+", "-", username, flags=re.IGNORECASE).strip("-")[:40]
    return f"{left or 'student'}+{digest}.md"


def _place(path: Path, content: bytes) -> None:
    if path.exists() and not _ours(path):
        path.replace(_unused(path))
    put(path, lambda aside: aside.write_bytes(content))


def _unused(path: Path) -> Path:
    """A name beside `path` that nothing has: what somebody edited before is there too."""
    number, kept = 1, path.with_suffix(".edited")
    while kept.exists():
        number, kept = number + 1, path.with_suffix(f".edited-{number + 1}")
    return kept


def _ours(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    content = path.read_bytes()
    mark = _OURS.search(content)
    return bool(mark and hashlib.sha256(content[: mark.start()]).hexdigest() == mark[1].decode())


def _date(text: str) -> str:
    """A commit's date in words, letter by letter what is no ISO 8601 with an offset."""
    at = iso(text)
    return f"{at.day} {at:%B %Y, %H:%M} ({at.tzname()})" if at and at.tzinfo else plain(text, 40)


def _text(row: Row, rubric: Rubric) -> str:
    who = f"For {plain(row.student.username, 100)}"
    if row.card is not None:
        commit = f", commit {plain(row.commit[:12])}" if row.commit else ""
        when = f" of {_date(row.committed_at)}" if row.committed_at else ""
        later = ". What you committed after the deadline was not graded" if row.late else ""
        return f"{who}{commit}{when}{later}.\n\n{markdown.render(row.card, rubric, root=None)}"
    if row.status == "not_graded":
        said = (
            "Your work was not graded yet. That says nothing about your work, and you need not do "
            "anything. Your instructor knows of it."
        )
    elif row.late:
        said = (
            "All commits that were found are from after the deadline, so nothing was graded. If "
            "you handed something in before it, tell your instructor where it is."
        )
    elif row.late is False:  # a clone was there to look at
        said = (
            "Your repository was found, but nothing is committed in it. If your work is elsewhere, "
            "tell your instructor where it is."
        )
    else:
        said = (
            "No submission of yours was found. If you handed something in, tell your instructor "
            "where it is: the address of your repository, or the file."
        )
    return f"{who}\n\n## {plain(rubric.title)}: no points yet\n\n{said}\n"
