"""The Gradescope zip, unpacked and run as Gradescope does; only the installing is left out."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from grader.author.bundle import bundle
from tests.project.points import TOTAL

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    root = tmp_path / "autograder"
    bundle(ROOT, tmp_path / "bundle", "gradescope")
    with ZipFile(BytesIO((tmp_path / "bundle" / "autograder.zip").read_bytes())) as file:
        assert {"setup.sh", "run_autograder"} <= {*file.namelist()}
        assert file.getinfo("run_autograder").external_attr >> 16 & 0o111
        file.extractall(root / "source")
    for name in ("submission", "results", "environment/bin"):
        (root / name).mkdir(parents=True)
    python = root / "environment" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    return root


def grade(root: Path, source: Path | str) -> tuple[int, dict[str, Any]]:
    target = root / "submission" / "attention.py"
    if isinstance(source, Path):
        shutil.copy(source, target)
    else:
        target.write_text(source, encoding="utf-8")
    done = subprocess.run(
        ["bash", str(root / "source" / "run_autograder")],
        cwd=root,
        env={"PATH": "/usr/bin:/bin", "AUTOGRADER_ROOT": str(root)},
        capture_output=True,
        timeout=120,
    )
    results = json.loads((root / "results" / "results.json").read_text(encoding="utf-8"))
    return done.returncode, results


def total(results: dict[str, Any]) -> tuple[int, int]:
    rows = results["tests"]
    return sum(row["score"] for row in rows), sum(row["max_score"] for row in rows)


def test_marks(machine: Path) -> None:
    for name in ("conftest.py", "sitecustomize.py", "numpy.py", "setup.cfg"):
        (machine / "submission" / name).write_text("raise SystemExit(7)\n", encoding="utf-8")
    code, results = grade(machine, ROOT / "solutions" / "reference.py")
    assert (code, total(results)) == (0, (TOTAL, TOTAL))
    code, results = grade(machine, ROOT / "starter" / "attention.py")
    assert (code, total(results)) == (0, (0, TOTAL))
    code, results = grade(machine, "import os\nos._exit(0)\n")
    assert (code, total(results)) == (0, (0, TOTAL))
    assert "ended" in results["output"]


def test_a_fault_of_the_grader_is_no_mark(machine: Path) -> None:
    (machine / "source" / "grading.json").write_text("{}", encoding="utf-8")
    code, results = grade(machine, ROOT / "solutions" / "reference.py")
    assert code == 3
    assert "NOT GRADED" in results["output"]
    assert "tests" not in results
    assert "score" not in results


def test_a_grader_that_cannot_start_is_no_mark(machine: Path) -> None:
    (machine / "source" / "grader" / "cli.py").write_text("raise ImportError\n", encoding="utf-8")
    code, results = grade(machine, ROOT / "solutions" / "reference.py")
    assert code != 0
    assert "NOT GRADED" in results["output"]
    assert {*results} == {"output", "stdout_visibility"}


def test_a_report_that_is_half_written_is_no_mark(machine: Path) -> None:
    (machine / "scorecard.txt").mkdir()  # the second report cannot be written
    code, results = grade(machine, ROOT / "solutions" / "reference.py")
    assert code == 2
    assert "NOT GRADED" in results["output"]
    assert "tests" not in results
