"""A course of two other functions, from the command line to every report: the engine knows none."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import main
from grader.reports import FORMATS
from tests.project.toy_course import RIGHT, toy_course, write

ROOT = Path(__file__).resolve().parents[2]
RUBRIC = json.loads((ROOT / "grading.json").read_text(encoding="utf-8"))
ANSWER = "Because one is not enough."
HALF = f'WHY = "{ANSWER}"\n{RIGHT}'.replace("return sum", "return [][0] + sum")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    course = toy_course(tmp_path_factory.mktemp("course"))
    write(course / "starter" / "toy.py", HALF)
    write(course / ".release" / "README.md", "# Toys\n")
    return course


@pytest.fixture(scope="module")
def reports(course: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each format says of a program whose `double` is right and whose `total` is wrong."""
    folder = tmp_path_factory.mktemp("reports")
    pairs = [word for name in FORMATS for word in ("-f", name, "-o", str(folder / name))]
    options = ["--assignment", str(course), "--unconfined"]
    assert main(["run", str(course), *options, *pairs]) == 0
    return {name: (folder / name).read_text(encoding="utf-8") for name in FORMATS}


@pytest.mark.parametrize("name", FORMATS)
def test_every_report_shows_the_course(name: str, reports: dict[str, str]) -> None:
    report = reports[name]
    if name == "classroom":
        report = base64.b64decode(report).decode("utf-8")
    assert "total" in report
    assert ("starter/toy.py" if name == "annotations" else "A pair") in report
    assert not [word for word in spoken_for() if word in report]


def test_points_and_the_question(reports: dict[str, str]) -> None:
    card = json.loads(reports["json"])
    assert (card["assignment"], card["points"], card["max_points"]) == ("toy", 5, 10)
    assert [one["points"] for one in card["exercises"]] == [5, 0]
    assert card["answers"] == {"WHY": ANSWER}
    for said in ("A toy course", "5 of 10 points", "Why twice?", ANSWER):
        assert said in reports["text"]


def test_a_release(course: Path, tmp_path: Path) -> None:
    student = tmp_path / "student"
    options = ["--grader", "owner/toys@" + "0" * 40, "--for", "classroom50"]
    assert main(["release", str(student), "--assignment", str(course), *options]) == 0
    copy = json.loads((student / "grading.json").read_text(encoding="utf-8"))
    assert [one["hidden"]["points"] for one in copy["exercises"]] == [3, 3]
    assert not list(student.rglob("*hidden*"))


@pytest.mark.parametrize(("host", "points"), [("gradescope", 5), ("classroom50", 2)])
def test_a_bundle_grades_by_itself(course: Path, tmp_path: Path, host: str, points: int) -> None:
    bundle = tmp_path / "bundle"
    assert main(["bundle", host, str(bundle), "--assignment", str(course)]) == 0
    run = [sys.executable, "-m", "grader", "run", str(course), "--unconfined", "-f", "json"]
    done = subprocess.run(run, cwd=bundle, capture_output=True, check=True)
    assert json.loads(done.stdout)["points"] == points


def spoken_for() -> list[str]:
    """Every name that belongs to this assignment alone."""
    ids = [one[key] for one in RUBRIC["exercises"] for key in ("id", "function", "page")]
    files = [*RUBRIC["submission"]["files"], *RUBRIC["submission"]["given"]]
    return [RUBRIC["assignment"], RUBRIC["title"], *ids, *files, *RUBRIC["questions"]]


def test_the_engine_names_nothing_of_the_assignment() -> None:
    words = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in spoken_for()))
    paths = [path for path in (ROOT / "grader").rglob("*") if path.is_file()]
    assert len(paths) > 50
    named = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in paths
        if "__pycache__" not in path.parts
        for found in words.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not named
