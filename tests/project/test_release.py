"""`grade release`: what students get, and what they never get."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.author.release import CannotRelease, release
from grader.cli import main
from grader.rubric import load
from tests.project.leaks import leaks
from tests.project.points import MANY, PUBLIC, TOTAL

ROOT = Path(__file__).resolve().parents[2]
GRADER = "org/attention-matrix@" + "0123456789abcdef0123456789abcdef01234567"
# Lines of hidden files that say nothing: imports, a test's name, how a test is put.
STARTS = ("import ", "from ", "def test_", "expect(submission, ")
ANYBODYS = {"Array = npt.NDArray[Any]", "array.setflags(write=False)"}
TOP = {"exercises", "starter", "tests", ".github", "grading.json", "README.md"}


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "student"
    release(ROOT, folder, GRADER, "github")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_top_level(released: Path) -> None:
    ours = {path.name for path in (ROOT / ".release").iterdir()}
    assert {path.name for path in released.iterdir()} == TOP | ours


def secrets(text: str) -> list[str]:
    """The lines of hidden tests and of the reference in `text`, but those that are anybody's."""
    hidden = [*(ROOT / "tests" / "hidden").glob("*.py"), ROOT / "solutions" / "reference.py"]
    lines = {line.strip() for path in hidden for line in path.read_text("utf-8").splitlines()}
    assert len(lines) > 100
    return sorted(
        line
        for line in lines - ANYBODYS
        if len(line) > 20 and not line.startswith(STARTS) and line in text
    )


def test_nothing_hidden(released: Path) -> None:
    files = contents(released)
    assert not [
        name
        for name in files
        if name.startswith(("tests/hidden", "tests/project", "solutions", "grader", ".release"))
    ]
    told = {name: secrets(content.decode()) for name, content in files.items()}
    assert {name: lines for name, lines in told.items() if lines} == {}
    # What is looked for would be found, whatever the file is called.
    source = (ROOT / "tests/hidden/plain.py").read_text(encoding="utf-8")
    assert len(secrets(f"# notes\n{source}")) > 5
    assert "tests/hidden/" not in files["grading.json"].decode()
    assert not [line for content in files.values() for line in leaks(content.decode())]


def test_points_of_the_copy(released: Path) -> None:
    copy = json.loads((released / "grading.json").read_text(encoding="utf-8"))
    hidden = sum(exercise["hidden"]["points"] for exercise in copy["exercises"])
    public = sum(test["points"] for each in copy["exercises"] for test in each["tests"])
    assert public + hidden == copy["points"] == TOTAL
    assert 50 <= hidden <= 80
    assert load(released).points == TOTAL


def test_same_bytes_from_the_same_source(released: Path, tmp_path: Path) -> None:
    release(ROOT, tmp_path / "again", GRADER, "github")
    assert contents(tmp_path / "again") == contents(released)


def test_workflow_uses_the_pinned_action(released: Path) -> None:
    workflow = (released / ".github/workflows/classroom.yml").read_text(encoding="utf-8")
    repository, _, sha = GRADER.partition("@")
    assert f"uses: {repository}/.github/actions/grade@{sha}" in workflow
    assert "solutions" not in workflow


def test_classroom50_has_no_workflow(tmp_path: Path) -> None:
    release(ROOT, tmp_path / "student", GRADER, "classroom50")
    assert not (tmp_path / "student/.github/workflows/classroom.yml").exists()


@pytest.mark.parametrize(
    "grader",
    ["org/repo", "org/repo@main", "org/repo@0123abc", "repo@" + "a" * 40, "o/r@" + "A" * 40],
)
def test_a_movable_reference_is_refused(
    grader: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["release", str(tmp_path / "student"), "--grader", grader]) == 2
    assert "full commit SHA" in capsys.readouterr().err
    assert not (tmp_path / "student").exists()


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(CannotRelease, match="new or an empty folder"):
        release(ROOT, tmp_path, GRADER, "github")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


# What a student does there.


def student(released: Path, tmp_path: Path, solved: bool) -> Path:
    folder = tmp_path / "mine"
    shutil.copytree(released, folder)
    if solved:
        shutil.copy(ROOT / "solutions/reference.py", folder / "starter/attention.py")
    return folder


def in_folder(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


@pytest.mark.parametrize("where", [".", "tests", "tests/public"])
def test_stubs_are_not_started(released: Path, tmp_path: Path, where: str) -> None:
    folder = student(released, tmp_path, solved=False)
    done = in_folder(folder / where, "-m", "pytest", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.rstrip().splitlines()
    assert lines[-1] == f"0 of {PUBLIC} public points, {MANY} not started"
    table = [line for line in lines[:-1] if "not started" in line]
    for exercise in load(ROOT).exercises:
        assert sum(exercise.function in line for line in table) == 1, done.stdout


def test_reference_passes(released: Path, tmp_path: Path) -> None:
    folder = student(released, tmp_path, solved=True)
    done = in_folder(folder, "-m", "pytest", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().splitlines()[-1].startswith(f"{PUBLIC} of {PUBLIC} public points")


@pytest.mark.parametrize("command", [("-m", "starter"), ("starter/__main__.py",)])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_lesson_program(
    released: Path, tmp_path: Path, command: tuple[str, ...], encoding: str
) -> None:
    folder = student(released, tmp_path, solved=True)
    done = in_folder(folder, *command, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "max|A - A.T|" in done.stdout
    assert "0.9963" in done.stdout
