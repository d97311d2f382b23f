"""The README's commands and what it says they print. `.ci/run` runs the two commands whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.cli import main

ROOT = Path(__file__).resolve().parents[2]
# What differs between machines and with each edit of the reference.
VERSIONS = re.compile(r"submission [0-9a-f]+, grader .*")


def blocks(kind: str) -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def test_the_first_two_lines_are_the_two_commands() -> None:
    grading, testing = "".join(blocks("sh")).splitlines()[:2]
    assert grading.endswith("grade run solutions/reference.py")
    assert testing.endswith("python -m pytest")
    for command in (grading, testing):
        assert command.startswith("python3 -m venv .venv && .venv/bin/python -m pip install")
        assert "'" not in command  # so that it can be quoted whole


def test_the_scorecard_shown_is_the_one_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["run", "solutions/reference.py"]) == 0
    printed = VERSIONS.sub("submission", capsys.readouterr().out)
    shown = VERSIONS.sub("submission", blocks("text")[0])
    assert shown == printed, f"put this into README.md:\n{printed}"
