"""Write what another platform needs to grade: a Classroom 50 autograder, a Gradescope zip.

A bundle is an assignment with the engine in it, so `grade run` finds its tests there as it does
in this repository. Classroom 50 serves bundles from public pages: nothing hidden goes into one.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Literal, get_args
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from grader.author import release
from grader.rubric import load, released

Host = Literal["classroom50", "gradescope"]
HOSTS: tuple[Host, ...] = get_args(Host)

GRADER = Path(__file__).resolve().parents[1]
ENGINE = ("*.py", "requirements.txt", "worker/*.py", "reports/**/*", "author/*.py", "cohort/**/*")
ZIP = "autograder.zip"
NEXT: dict[Host, str] = {
    "classroom50": "Commit and push them in the classroom50 repository: all of it may be public.",
    "gradescope": f"Upload {ZIP}. It holds the hidden tests: keep it from students.",
}
PLATFORMS = GRADER / "author" / "platforms"

# Both write a folder, and the same can go wrong.
CannotBundle = release.CannotRelease


def bundle(assignment: Path, folder: Path, host: Host) -> int:
    """Write the bundle for `host` to `folder` and return the number of files.

    Raises CannotBundle, and BrokenRubric where grading.json is not sound.
    """
    release.check_empty(folder)
    contents = collect(assignment, host)
    if host == "gradescope":
        contents[ZIP] = zipped(contents)
    return release.put(contents, folder)


def collect(assignment: Path, host: Host) -> dict[str, bytes]:
    """The bundle as bytes by path, the same for the same source."""
    rubric = load(assignment)
    contents = {
        f"grader/{name}": content for name, content in release.take(GRADER, *ENGINE).items()
    }
    contents |= release.take(assignment, release.TEST_FILES, "tests/public/*")
    contents |= release.take(assignment, *rubric.submission.given)
    contents |= release.take(PLATFORMS / host, "**/*")
    if host == "gradescope":  # its zip is the instructor's
        contents |= release.take(assignment, "grading.json", "tests/hidden/*")
    else:
        contents["grading.json"] = released(rubric)
    return dict(sorted(contents.items()))


def zipped(contents: dict[str, bytes]) -> bytes:
    """`contents` as a zip, the same bytes for the same contents."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as file:
        for name, content in contents.items():
            entry = ZipInfo(name)
            entry.external_attr = (0o755 if content.startswith(b"#!") else 0o644) << 16
            file.writestr(entry, content, ZIP_DEFLATED)
    return buffer.getvalue()
