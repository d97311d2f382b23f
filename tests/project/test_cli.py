"""The commands: exit codes, formats, where output goes. Real assignment, real processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grader.author.release import release
from grader.cli import main
from grader.roll import NotGraded
from tests.project.points import PUBLIC, TOTAL, worth

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "solutions" / "reference.py"
Capture = pytest.CaptureFixture[str]


def card(capsys: Capture, *arguments: str) -> dict[str, Any]:
    assert main(["run", *arguments, "--format", "json"]) == 0
    loaded: dict[str, Any] = json.loads(capsys.readouterr().out)
    return loaded


def points(card: dict[str, Any]) -> dict[str, int]:
    return {exercise["id"]: exercise["points"] for exercise in card["exercises"]}


def test_reference_gets_everything(capsys: Capture) -> None:
    got = card(capsys, str(REFERENCE))
    assert (got["schema"], got["status"], got["suite"]) == ("scorecard/1", "graded", "all")
    assert points(got) == worth("all")
    assert got["points"] == got["max_points"] == TOTAL
    hidden = [t for each in got["exercises"] for t in each["tests"] if t["suite"] == "hidden"]
    assert 50 <= sum(test["max_points"] for test in hidden) <= 80
    assert got["answers"]["WHY_ROWS_DIFFER"]


def test_public_suite_covers_its_points(capsys: Capture) -> None:
    got = card(capsys, str(REFERENCE), "--suite", "public")
    assert (got["points"], got["max_points"]) == (PUBLIC, PUBLIC)


def test_stubs_get_nothing(capsys: Capture) -> None:
    got = card(capsys, str(ROOT / "starter"))
    assert got["points"] == 0
    assert {exercise["status"] for exercise in got["exercises"]} == {"not_started"}


@pytest.mark.parametrize("layout", ["starter/attention.py", "attention.py", "my solution é.py"])
def test_ways_to_name_a_submission(tmp_path: Path, layout: str, capsys: Capture) -> None:
    target = tmp_path / layout
    target.parent.mkdir(exist_ok=True)
    shutil.copy(REFERENCE, target)
    named = tmp_path if layout.endswith("attention.py") else target
    assert card(capsys, str(named))["points"] == TOTAL


def test_text_is_a_scorecard_in_80_columns(capsys: Capture) -> None:
    assert main(["run", str(REFERENCE)]) == 0
    out = capsys.readouterr().out
    assert str(TOTAL) in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_output_goes_to_the_file(tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "card.json"
    assert main(["run", str(REFERENCE), "--format", "json", "--output", str(target)]) == 0
    assert json.loads(target.read_text(encoding="utf-8"))["points"] == TOTAL
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{TOTAL} of {TOTAL} points" in printed.err


def test_several_reports_of_one_grading(tmp_path: Path, capsys: Capture) -> None:
    data, words = tmp_path / "card.json", tmp_path / "card.txt"
    pairs = ["-f", "json", "-o", str(data), "-f", "text", "-o", str(words)]
    assert main(["run", str(REFERENCE), *pairs]) == 0
    assert json.loads(data.read_text(encoding="utf-8"))["points"] == TOTAL
    assert f"{TOTAL} of {TOTAL} points" in words.read_text(encoding="utf-8")
    assert "card.json and " in capsys.readouterr().err


@pytest.mark.parametrize("given", [["-f", "json", "-f", "text"], ["-o", "a", "-o", "b"]])
def test_each_report_needs_a_place_of_its_own(given: list[str], capsys: Capture) -> None:
    assert main(["run", str(REFERENCE), *given]) == 2
    assert "each --format an --output of its own" in capsys.readouterr().err


def test_an_unwritable_output_is_a_usage_error(tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "no" / "card.json"
    assert main(["run", str(REFERENCE), "--output", str(target)]) == 2
    assert str(target) in capsys.readouterr().err


def test_a_path_that_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    assert main(["run", str(tmp_path / "nobody")]) == 2
    assert "nobody" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["run"], ["run", "x", "--suite", "some"], ["grade"]])
def test_usage(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: grade" in capsys.readouterr().err


def test_a_broken_rubric_is_not_graded(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "grading.json").write_text("{}", encoding="utf-8")
    command = ["run", str(REFERENCE), "--format", "json", "--assignment", str(tmp_path)]
    assert main(command) == 3
    got = json.loads(capsys.readouterr().out)
    assert (got["status"], got["points"], got["exercises"]) == ("not_graded", None, [])
    assert "grading.json" in got["notes"][0]


def test_json_is_utf8_on_any_terminal() -> None:
    command = [sys.executable, "-m", "grader", "run", str(REFERENCE), "--format", "json"]
    environment = os.environ | {"PYTHONIOENCODING": "cp1252"}
    out = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True).stdout
    assert json.loads(out.decode("utf-8"))["points"] == TOTAL


def test_a_suite_that_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    release(ROOT, tmp_path / "student", "org/repo@" + "0" * 40, "github")
    public = ["--assignment", str(tmp_path / "student"), "run", str(REFERENCE)]
    assert main([*public, "--suite", "hidden"]) == 2
    assert "no hidden tests" in capsys.readouterr().err
    assert main([*public, "--format", "json"]) == 0
    got = json.loads(capsys.readouterr().out)
    assert (got["suite"], got["points"], got["max_points"]) == ("public", PUBLIC, PUBLIC)


def test_windows_is_told_where_to_grade(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    assert main(["run", str(REFERENCE)]) == 3
    assert "WSL" in capsys.readouterr().out


def test_a_folder_that_is_not_there(capsys: Capture) -> None:
    assert main(["--assignment", "/no/such/folder", "run", str(REFERENCE)]) == 2
    assert "/no/such/folder" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "grader", "run", str(REFERENCE)]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_class_that_could_not_all_be_graded(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> bool:
        raise NotGraded("2 of the class were not graded")

    monkeypatch.setattr("grader.cohort.run.grade_class", stop)
    assert main(["class", str(tmp_path), "--output", str(tmp_path / "out")]) == 3
    assert "2 of the class" in capsys.readouterr().err


def test_a_class_that_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    assert main(["class", str(tmp_path / "no"), "--output", str(tmp_path / "out")]) == 2
    assert "check its spelling" in " ".join(capsys.readouterr().err.split())


def test_a_long_error_of_a_class_wraps(tmp_path: Path, capsys: Capture) -> None:
    command = ["class", str(tmp_path), "--output", str(tmp_path / "out"), "--at", "tomorrow"]
    assert main(command) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80


def test_forged_scores_are_looked_for_in_published_ones(tmp_path: Path, capsys: Capture) -> None:
    command = ["class", str(tmp_path), "--output", str(tmp_path / "out"), "--fail-on-forged"]
    assert main(command) == 2
    assert "--published" in capsys.readouterr().err
