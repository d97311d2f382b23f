"""What a submission sees of its surroundings, and what of hidden tests comes back to students."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from pytest_jsonreport import plugin as jsonreport

from grader.worker import confinement
from tests.project.attacking import (
    LABELS,
    ROOT,
    Course,
    attack,
    cases,
    digits,
    for_students,
    leaks,
    secrets,
)
from tests.project.points import TOTAL
from tests.project.solved import SOLVED

LACKING = confinement.floor()
pytestmark = pytest.mark.skipif(LACKING is not None, reason=str(LACKING))
NOBODY = 65534
OTHERS = "an-answer-of-another-student"
ENVIRONMENT = "a-token-of-the-instructor"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    os.environ["GRADER_TOKEN"] = ENVIRONMENT
    with Course(tmp_path_factory.mktemp("course")) as course:
        yield course
    del os.environ["GRADER_TOKEN"]


def needles(assignment: Path) -> list[str]:
    """What must not be found in a worker: lines of secret files, paths, tokens, other work."""
    files = [*(ROOT / "tests" / "hidden").glob("*.py"), ROOT / "tests" / "cases.py"]
    files += [ROOT / "grading.json"]
    lines = {line.strip() for file in files for line in file.read_text("utf-8").splitlines()}
    lines -= {line.strip() for line in SOLVED.splitlines()}
    return [*sorted(line for line in lines if len(line) > 40), ENVIRONMENT, OTHERS, str(assignment)]


def backwards(text: str) -> str:
    return text[::-1].replace("\\", "\\\\").replace('"', '\\"')


def probe(assignment: Path, other: Path, slot: int) -> bytes:
    """The probe, told backwards what to look for and where to look."""
    words = {
        "NEEDLES": "\n".join(map(backwards, needles(assignment))),
        "HIDDEN": backwards(str(assignment / "tests/hidden/plain.py")),
        "OTHER": backwards(str(other)),
        "SLOT": str(slot),
        "HOME": str(Path.home()),
    }
    return attack("probe", **words)


def check(said: str, sought: list[str]) -> None:
    """Whether the probe has looked everywhere, and found and reached nothing."""
    assert said.rstrip().endswith("end of the probe")
    assert f"needles {len(sought)}\n" in said
    for line in ("FOUND []", "environment {} ['starter/attention.py']", "modules []", "names []"):
        assert f"\n{line}\n" in said
    assert len(re.findall("^refused ", said, re.M)) > 40
    assert "REACHED" not in said
    assert not [needle for needle in sought if needle in said]
    # A device to read nothing from, and pipes.
    assert "\ndescriptors ['0o2', '0o1', '0o1', '0o1', '0o1']\n" in said


def test_a_probe_sees_and_reaches_nothing(course: Course, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(f"{SOLVED}\nANSWER = {OTHERS!r}\n", "utf-8")
    course.grade(other.read_bytes())
    card = course.grade(probe(course.assignment, other, course.slot._process.pid))
    assert card.points == TOTAL
    check(card.printed, needles(course.assignment))


# What comes back to students.


@pytest.fixture(scope="module")
def hidden() -> set[tuple[str, ...]]:
    return secrets()


def test_leaks_are_found(hidden: set[tuple[str, ...]]) -> None:
    case = next(case for case in cases("hidden") if case.function.name == "softmax")
    x = [value for value in map(float, case.args["x"].ravel()) if digits(value)][:4]
    assert len(hidden) > 1000
    assert leaks(f"softmax({np.array(x)})", hidden)
    assert leaks(" and ".join(f"line {digits(value)}" for value in x), hidden)
    assert leaks("line 9" + "".join(str(digits(value)) for value in x), hidden)
    assert not leaks("1000 1001 0.1667 10000", hidden)


@pytest.mark.parametrize("name", [name for name in LABELS if name[:2] in "13 14 15 16 17 18"])
def test_students_read_no_hidden_numbers(
    course: Course, hidden: set[tuple[str, ...]], name: str
) -> None:
    source = attack(name) + b"\n" * 9999  # so that any four digits are a line of it
    read = for_students(course.grade(source))
    assert leaks(read, hidden) == []
    for line in re.findall(r"line (\d+)", read):
        assert int(line) <= source.count(b"\n")


def test_students_do_not_read_the_working_softmax(course: Course) -> None:
    card = course.grade(attack("17_steals_the_working_softmax"))
    lines = (ROOT / "tests" / "hidden" / "working.py").read_text("utf-8").splitlines()
    secret = [line.strip() for line in lines if "scores" in line]
    assert len(secret) > 1
    for line in secret:
        assert line in card.printed_hidden  # the attack works
        assert line not in for_students(card)


# The same for an ordinary user.


def python_of(user: int, folder: Path) -> str:
    """A Python that this user can run with the grader's packages, or skip the test."""
    site = {
        Path(module.__file__ or "").parent.parent for module in (np, pytest, msgspec, jsonreport)
    }
    for candidate in (sys.executable, "/usr/bin/python3"):
        made = folder / Path(candidate).name
        trial = "import numpy, pytest, msgspec, pytest_jsonreport"
        try:
            run_as(None, [candidate, "-m", "venv", "--without-pip", str(made)], check=True)
            packages = next(made.glob("lib/python*/site-packages"))
            (packages / "here.pth").write_text("\n".join(map(str, site)))
            if run_as(user, [str(made / "bin/python"), "-I", "-c", trial]).returncode == 0:
                return str(made / "bin/python")
        except (OSError, subprocess.CalledProcessError):
            pass
        shutil.rmtree(made, ignore_errors=True)
    pytest.skip(f"user {user} can run no Python here that has the grader's packages")


def run_as(
    user: int | None, command: list[str], *, check: bool = False
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        user=user,
        group=user,
        extra_groups=None if user is None else [],
        env={"PATH": "/usr/bin:/bin"},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=120,
        check=check,
    )


@pytest.fixture
def for_all() -> Iterator[Path]:
    """A folder that every user can enter; pytest's own are for one."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_an_ordinary_user_grades_as_safely(course: Course, for_all: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can become another user; this run is an ordinary user's already")
    python = python_of(NOBODY, for_all)
    shutil.copytree(course.assignment, for_all / "assignment")
    shutil.copytree(ROOT / "grader", for_all / "grader")
    file = for_all / "attention.py"
    boot = "import sys; sys.path.insert(0, sys.argv.pop(1)); from grader.cli import main; main()"
    command = [python, "-I", "-c", boot, str(for_all), "--assignment", str(for_all / "assignment")]
    sources = {"probe": probe(for_all / "assignment", file, os.getpid())}
    sources |= {name: attack(name) for name in ("03_replies_that_lie", "31_writes", "32_processes")}
    for name, source in sources.items():
        file.write_bytes(source)
        ran = run_as(NOBODY, [*command, "run", str(file), "--format", "json"])
        card = json.loads(ran.stdout)
        assert (card["status"], card["confined"]) == ("graded", "kernel"), ran.stderr
        costs = LABELS[name]["lost"] if name in LABELS else {}
        kept = [one["max_points"] for one in card["exercises"] if one["function"] not in costs]
        assert card["points"] == sum(kept)
        assert "MADE" not in card["printed"]
        if name == "probe":
            check(card["printed"], needles(for_all / "assignment"))
