"""Write the students' repository: the same top level, without anything hidden.

Everything is taken by name from an allow-list, so that a new file of the instructor's stays
out until somebody puts it here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from grader.rubric import load, released

Host = Literal["github", "classroom50"]

# Whole folders, and single files of `tests/`, that students get as they are.
FOLDERS = ("exercises", "starter", "tests/public")
TEST_FILES = "tests/*.*"
TOP = ".release"
WORKFLOW = ".github/workflows/classroom.yml"
# In this repository the workflow grades the reference with the action beside it; a student's
# repository grades itself with the action of the instructor's repository.
OUR_ACTION, OUR_SUBMISSION = "uses: ./.github/actions/grade", "submission: solutions/reference.py"
THEIR_SUBMISSION = "submission: ."
GRADER = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}")


class CannotRelease(Exception):
    """The release was not written. Says what to do."""


def release(assignment: Path, folder: Path, grader: str, host: Host) -> int:
    """Write the students' repository to `folder` and return the number of files.

    `grader` is OWNER/REPO@SHA, where student runs find the grading action. Raises
    CannotRelease, and BrokenRubric where grading.json is not sound.
    """
    if grader.startswith("OWNER/REPO@"):
        raise CannotRelease(
            "--grader OWNER/REPO@SHA: put the names on GitHub of your account and of this "
            "repository in the place of OWNER and REPO."
        )
    if not GRADER.fullmatch(grader):
        raise CannotRelease(
            f"--grader {grader!r} is not OWNER/REPO@SHA with a full commit SHA (40 digits of "
            "0-9 and a-f): a branch or a short SHA could change under your students. "
            "`git rev-parse HEAD` prints one."
        )
    check_empty(folder)
    return put(collect(assignment, grader, host), folder)


def collect(assignment: Path, grader: str, host: Host) -> dict[str, bytes]:
    """The release as bytes by path, the same for the same source."""
    contents = take(assignment, *(f"{folder}/**/*" for folder in FOLDERS), TEST_FILES)
    contents |= take(assignment / TOP, "**/*")
    contents["grading.json"] = released(load(assignment))
    if host == "github":
        contents[WORKFLOW] = _workflow(assignment, grader)
    return dict(sorted(contents.items()))


def take(root: Path, *patterns: str) -> dict[str, bytes]:
    """The files below `root` that a pattern names, as bytes by path."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for pattern in patterns
        for path in root.glob(pattern)
        if path.is_file() and "__pycache__" not in path.parts
    }


def check_empty(folder: Path) -> None:
    """Raise CannotRelease unless `folder` is new or empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotRelease(f"{folder} is there already: name a new or an empty folder.")


def put(contents: dict[str, bytes], folder: Path) -> int:
    """Write `contents` to `folder` and return the number of files. Raises CannotRelease."""
    try:
        for name, content in contents.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            if content.startswith(b"#!"):
                target.chmod(0o755)
    except OSError as error:
        raise CannotRelease(f"{error.filename} cannot be written: {error.strerror}.") from error
    return len(contents)


def _workflow(assignment: Path, grader: str) -> bytes:
    repository, _, sha = grader.partition("@")
    text = (assignment / WORKFLOW).read_text(encoding="utf-8")
    for ours, theirs in (
        (OUR_ACTION, f"uses: {repository}/.github/actions/grade@{sha}"),
        (OUR_SUBMISSION, THEIR_SUBMISSION),
    ):
        if text.count(ours) != 1:
            raise CannotRelease(f"{WORKFLOW} must hold the line `{ours}` once: put it back.")
        text = text.replace(ours, theirs)
    return text.encode()
