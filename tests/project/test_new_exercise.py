"""The worked example of docs/new-exercise.md, followed to the letter in a copy of the tree."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.author.release import release
from tests.project.points import MANY

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "new-exercise.md"
NEW = "causal_weights"
STARTS_FROM = 5
# A heading that names a file and says what to do with it, and the first block below it.
STEP = re.compile(
    r"^### `(?P<file>[^`]+)` \((?P<how>new|at the end|change)\)\n\n"
    r"^(?P<fence>`{3,})\w+\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
HEARS = re.compile(r"^Hears: (\S+)$", re.MULTILINE)
# Of what is there already, these few are tried again: `grade check` takes a while with all.
TAKEN = ("grader", "exercises", "starter", "tests", ".release", ".github")
KEPT = ("softmax-twice", "attention-causal", "plain_loops", "class_with_aliases", "windows_file")


def steps() -> Iterator[tuple[str, str, str]]:
    """Each file of the example, what to do with it, and the text."""
    for found in STEP.finditer(PAGE.read_text(encoding="utf-8")):
        yield found["file"], found["how"], found["text"]


def follow(course: Path) -> None:
    """Do what the example says."""
    for name, how, text in steps():
        path = course / name
        assert path.exists() == (how != "new"), f"{name} is not {how}"
        if how == "new":
            path.write_text(text, encoding="utf-8")
        elif how == "at the end":
            path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
        else:
            path.write_text(changed(path.read_text(encoding="utf-8"), text), encoding="utf-8")


def changed(text: str, change: str) -> str:
    """`text` with each part of a change put where its old lines stand, which must be one place."""
    for part in change.split("@@\n"):
        lines = part.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(old) == 1, f"not in one place:\n{old}"
        text = text.replace(old, new)
    return text


def fewer(course: Path) -> None:
    """Drop most programs of known worth, and the mistakes that none is left to make."""
    heard = set()
    for path in (course / "solutions").glob("*/*.py"):
        if path.stem in KEPT or not (ROOT / path.relative_to(course)).exists():
            heard |= set(HEARS.findall(path.read_text(encoding="utf-8")))
        else:
            path.unlink()
    path = course / "tests" / "misconceptions.json"
    known = json.loads(path.read_text(encoding="utf-8"))
    kept = {name: entry for name, entry in known.items() if name in heard}
    path.write_text(json.dumps(kept), encoding="utf-8")


def grade(course: Path, *arguments: str) -> tuple[int, list[str]]:
    command = [sys.executable, "-m", "grader", *arguments, "--unconfined"]
    done = subprocess.run(command, cwd=course, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if MANY != STARTS_FROM:
        pytest.skip(f"{PAGE.name} starts from {STARTS_FROM} exercises, and there are {MANY}")
    course = tmp_path_factory.mktemp("example") / "course"
    ignored = shutil.ignore_patterns("__pycache__", "project")
    for folder in (*TAKEN, "solutions"):
        shutil.copytree(ROOT / folder, course / folder, ignore=ignored)
    (course / "tests/project").mkdir()
    for name in ("__init__.py", "answers.py"):
        shutil.copy(ROOT / "tests/project" / name, course / "tests/project")
    for name in ("grading.json", "pyproject.toml"):
        shutil.copy(ROOT / name, course)
    follow(course)
    fewer(course)
    return course


def test_the_check_is_green(course: Path) -> None:
    code, lines = grade(course, "check", "--write")
    assert code == 0, "\n".join(lines)
    assert grade(course, "check") == (0, lines[1:])
    assert lines[0] == "tests/misconceptions.json written."
    points = {line.split()[1]: line.split()[7] for line in lines[2:-1]}
    assert points == {
        "attention.py": "0",
        "reference.py": "6",
        "causal_rows": "6",
        "class_with_aliases": "-",
        "plain_loops": "-",
        "windows_file": "-",
        "attention-causal": "6",
        "causal-hides-after-softmax": "0",
        "causal-hides-earlier": "0",
        "softmax-twice": "6",
    }
    own = [line.split()[1] for line in lines if line.endswith("its own name")]
    assert {"causal-hides-after-softmax", "causal-hides-earlier"} <= set(own)


@pytest.mark.parametrize("look", [["check"], ["format", "--check"]])
def test_ruff_has_no_wish(course: Path, look: list[str]) -> None:
    command = [sys.executable, "-m", "ruff", *look, "--no-cache", "."]
    done = subprocess.run(command, cwd=course, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_release_has_the_public_half(course: Path, tmp_path: Path) -> None:
    release(course, tmp_path / "student", "owner/repo@" + "0" * 40, "github")
    names = {path.relative_to(tmp_path / "student").as_posix() for path in tmp_path.rglob("*.*")}
    assert {f"exercises/{NEW}.md", f"tests/public/test_{NEW}.py"} <= names
    assert not [name for name in names if "hidden" in name]
    copy = json.loads((tmp_path / "student/grading.json").read_text(encoding="utf-8"))
    assert copy["exercises"][-1]["hidden"] == {"tests": 3, "points": 4}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path / "student", capture_output=True, check=False)
    assert done.stdout.decode().rstrip().endswith("0 of 35 public points, 6 not started")
