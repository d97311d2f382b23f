"""`grader/requirements.txt`: what the action and both bundles install, and nothing else."""

from __future__ import annotations

import importlib.metadata as installed
import re
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "grader/requirements.txt").read_text(encoding="utf-8")
# A pin goes on over the lines of its hashes.
PINS = [line for line in TEXT.replace("\\\n", " ").splitlines() if not line.startswith("#")]
PYTHONS = ("3.10.0", "3.11.0", "3.12.0", "3.13.0", "3.14.0")


def environment(python: str, system: str = "linux") -> dict[str, str]:
    return {
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
        "sys_platform": system,
    }


def pinned(python: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in PINS:
        wanted = Requirement(line.partition(" --hash")[0])
        if wanted.marker is None or wanted.marker.evaluate(environment(python)):
            name = canonicalize_name(wanted.name)
            assert name not in found, f"{name} is pinned twice for Python {python}"
            found[name] = next(iter(wanted.specifier)).version
    return found


def dependencies() -> list[Requirement]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    inside = re.search(r"^dependencies = \[(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    assert inside
    return [Requirement(each) for each in re.findall(r'"(.+?)"', inside[1])]


@pytest.mark.parametrize("python", PYTHONS)
def test_satisfies_the_project(python: str) -> None:
    pins = pinned(python)
    assert len(dependencies()) >= 4
    for wanted in dependencies():
        version = pins[canonicalize_name(wanted.name)]
        assert version in wanted.specifier, f"{wanted} is not met by {version}"


def test_every_line_is_one_version_with_hashes() -> None:
    assert len(PINS) > 8
    for line in PINS:
        pin, *hashes = line.split(" --hash=")
        assert re.match(r"[a-z0-9-]+==[\w.]+( ;|\s*$)", pin), line
        assert hashes, line
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}\s*", each) for each in hashes), line


def test_names_no_address() -> None:
    assert not re.search(r"://|--(extra-)?index|--find-links|[\w-]+\.(org|com|io|net)\b", TEXT)


def test_says_how_to_renew_it() -> None:
    renew = [line for line in TEXT.splitlines() if line.startswith("#")]
    assert "--generate-hashes" in renew[-1]
    assert "pyproject.toml -o grader/requirements.txt" in renew[-1]


def test_holds_what_grades_here_by_name() -> None:
    pins = pinned(".".join(map(str, sys.version_info[:3])))
    for name in pins:
        for line in installed.requires(name) or []:
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert canonicalize_name(needed.name) in pins, f"{name} needs {needed}"
