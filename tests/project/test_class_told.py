"""What an instructor is told of a class, and when; and that whatever was told is so."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from grader.cohort.run import Options, grade_class
from grader.cohort.summary import summary
from grader.roll import CannotGradeClass, Finding, NotGraded
from tests.project import rolls
from tests.project.test_class import ROOT, hand_in, options, scores
from tests.project.toy_course import RIGHT, toy_course, write


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy_course(tmp_path_factory.mktemp("toy"))


def test_a_downloads_zip_is_a_class(toy: Path, tmp_path: Path) -> None:
    download = tmp_path / "download.zip"
    with zipfile.ZipFile(download, "w") as archive:
        archive.writestr("ann/toy.py", RIGHT)
    grade_class(toy, options(download, tmp_path / "out"))
    assert [row["points"] for row in scores(tmp_path / "out")] == ["10"]


def test_a_broken_file_of_published_scores_is_told_before_anything_is_graded(
    toy: Path, tmp_path: Path
) -> None:
    broken = write(tmp_path / "scores.json", "{")
    asked = replace(options(hand_in(tmp_path / "class", 1), tmp_path / "out"), published=broken)
    with pytest.raises(CannotGradeClass, match="no JSON"):
        grade_class(toy, asked)
    assert not (tmp_path / "out").exists()


def test_an_address_that_is_none_is_told_at_once(toy: Path, tmp_path: Path) -> None:
    folder = hand_in(tmp_path / "class", 1)
    for address in ("", "nonsense", "tcp://", "http://127.0.0.1:1"):
        with pytest.raises(CannotGradeClass, match="no address"):
            grade_class(toy, Options(folder=folder, output=tmp_path / "out", scheduler=address))


def test_what_is_said_of_a_folder_is_not_said_of_an_equal_one(toy: Path, tmp_path: Path) -> None:
    write(tmp_path / "class" / "ann" / "toy.py", RIGHT)
    write(tmp_path / "class" / "ann" / "starter" / "toy.py", RIGHT)
    write(tmp_path / "class" / "bob" / "toy.py", RIGHT)
    grade_class(toy, options(tmp_path / "class", tmp_path / "out"))
    ann, bob = scores(tmp_path / "out")
    assert ann["points"] == bob["points"] == "10"
    assert "Both starter/toy.py and toy.py are there" in ann["notes"]
    assert bob["notes"] == ""


def test_a_refused_submission_says_why(toy: Path, tmp_path: Path) -> None:
    write(tmp_path / "class" / "ann" / "notes.txt", "no program here")
    grade_class(toy, options(tmp_path / "class", tmp_path / "out"))
    (ann,) = scores(tmp_path / "out")
    assert (ann["points"], ann["status"]) == ("0", "graded")
    assert "There is no file starter/toy.py" in ann["notes"]


def test_two_folders_of_a_student_are_told_once(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("hw-ann", "ann"):
        write(tmp_path / "class" / name / "toy.py", RIGHT)
    roster = write(tmp_path / "roster.csv", "username\nann\n")
    asked = replace(options(tmp_path / "class", tmp_path / "out"), roster=roster)
    with pytest.raises(NotGraded, match="1 of the class"):
        grade_class(toy, asked)
    assert capsys.readouterr().out.count("Keep one") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_any_terminal_can_show_it(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    write(tmp_path / "class" / "日本.zip", "")
    write(tmp_path / "class" / "ann" / "toy.py", RIGHT)
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    grade_class(toy, options(tmp_path / "class", tmp_path / "out"))
    stream.seek(0)
    assert r"\u65e5\u672c.zip was not opened" in stream.read()


def test_without_a_terminal_the_reports_are_written(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    grade_class(toy, options(hand_in(tmp_path / "class", 1), tmp_path / "out"))
    assert (tmp_path / "out" / "index.html").is_file()


def test_no_wrapped_line_is_a_command_in_an_actions_log() -> None:
    said = f"{'a' * 56} ::error title=forged::all is well"
    roll = rolls.roll(1, findings=[Finding("unmatched", "", said)])
    lines = [line.strip() for line in summary(roll, Path("out"), []).splitlines()]
    assert not [line for line in lines if line.startswith("::")]


def test_files_of_an_earlier_run_are_told(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = options(hand_in(tmp_path / "class", 1), tmp_path / "out")
    roster = write(tmp_path / "roster.csv", "username,email\ns000,a@example.edu\n")
    grade_class(toy, replace(asked, roster=roster))
    assert "earlier run" not in capsys.readouterr().out
    grade_class(toy, asked)
    assert (tmp_path / "out" / "moodle.csv").exists()
    said = capsys.readouterr().out
    assert "moodle.csv is an earlier run's" in said
    assert "canvas.csv" not in said


def test_the_gravest_findings_are_told_first(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = options(hand_in(tmp_path / "class", 1), tmp_path / "out")
    write(tmp_path / "class" / "x.zip", "")
    bucket = {"entries": [5, {"owner": "nobody", "submissions": []}]}
    published = {"schema": "classroom50/scores/v1", "assignments": {"toy": bucket}}
    file = write(tmp_path / "scores.json", json.dumps(published))
    grade_class(toy, replace(asked, published=file))
    said = capsys.readouterr().out
    assert said.index("  unreadable ") < said.index("  unmatched ") < said.index("  missing ")


def test_a_closed_stderr_stops_nothing(toy: Path, tmp_path: Path) -> None:
    folder = hand_in(tmp_path / "class", 2)
    command = [sys.executable, "-m", "grader", "class", str(folder), "--unconfined"]
    command += ["--output", str(tmp_path / "out"), "--assignment", str(toy)]
    closed = ["sh", "-c", 'exec "$@" 2>&-', "sh", *command]
    done = subprocess.run(closed, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0
    assert "2 graded" in done.stdout
