"""The workflows: what they may do, what they run, and what students get of them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from grader.author.release import release
from tests.project.steps import read, run_step

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github/workflows"
NAMES = ("classroom.yml", "regrade.yml", "ci.yml")
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")


def job(name: str) -> dict[str, Any]:
    (only,) = read(FOLDER / name)["jobs"].values()  # each job is billed a minute at least
    found: dict[str, Any] = only
    return found


def step(name: str, called: str) -> dict[str, Any]:
    (found,) = [each for each in job(name)["steps"] if each.get("name") == called]
    return dict(found)


@pytest.mark.parametrize("name", NAMES)
def test_least_that_works(name: str) -> None:
    workflow, text = read(FOLDER / name), (FOLDER / name).read_text(encoding="utf-8")
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in job(name)
    assert 0 < job(name)["timeout-minutes"] <= 120
    assert workflow["concurrency"]["cancel-in-progress"] is (name != "regrade.yml")
    assert "continue-on-error" not in text
    for each in job(name)["steps"]:
        uses = each.get("uses", "")
        assert uses == "" or uses.startswith("./") or PINNED.fullmatch(uses), uses
        if uses.startswith("actions/checkout@"):
            assert each["with"]["persist-credentials"] is False
        assert "${{" not in each.get("run", "")  # an expression in a script is code


@pytest.mark.parametrize("name", NAMES)
def test_a_pin_says_its_version(name: str) -> None:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        assert "@" not in line or re.search(r"@[0-9a-f]{40} # v[\d.]+$", line), line


def test_every_push_and_by_hand() -> None:
    assert set(read(FOLDER / "classroom.yml")[True]) == {"push", "workflow_dispatch"}  # type: ignore[index]


def test_the_reporter_reads_our_step_and_only_after_it() -> None:
    report = step("classroom.yml", "Report")
    runner = report["with"]["runners"]
    assert step("classroom.yml", "Grade")["id"] == runner
    result = "${{ steps." + runner + ".outputs.result }}"
    assert report["env"] == {f"{runner.upper()}_RESULTS": result}
    assert "if" not in report  # so it does not run where grading failed
    assert "result" in read(ROOT / ".github/actions/grade/action.yml")["outputs"]


@pytest.mark.parametrize("host", ["github", "classroom50"])
def test_students_get_no_other_workflow(host: Any, tmp_path: Path) -> None:
    release(ROOT, tmp_path / "student", f"course/grader@{'0' * 40}", host)
    found = {path.name for path in (tmp_path / "student/.github").rglob("*") if path.is_file()}
    assert found == ({"classroom.yml"} if host == "github" else set())


# The regrade's cloning step, with repositories beside it and a `gh` that lists them.


def clone(tmp_path: Path, names: list[str], **env: str) -> subprocess.CompletedProcess[str]:
    server, programs, temp = tmp_path / "server", tmp_path / "bin", tmp_path / "temp"
    for folder in (programs, temp):
        folder.mkdir()
    (programs / "gh").write_text(
        '#!/bin/sh\n[ "$1" = auth ] || printf "%s\\n" ' + " ".join(names) + "\n", encoding="utf-8"
    )
    (programs / "gh").chmod(0o755)
    given = {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "RUNNER_TEMP": str(temp),
        "GITHUB_SERVER_URL": server.as_uri(),
        "GITHUB_REPOSITORY_OWNER": "course",
    }
    token = {"GH_TOKEN": "a-secret-token", "PREFIX": "attention-"}
    fixed: dict[str, str] = dict(step("regrade.yml", "Clone")["env"])
    assert fixed.pop("GH_TOKEN") == "${{ secrets.CLASS_TOKEN }}"
    assert fixed.pop("GIT_ALLOW_PROTOCOL") == "https"
    fixed["GIT_ALLOW_PROTOCOL"] = "file"  # the server here
    return run_step(step("regrade.yml", "Clone"), tmp_path, temp, fixed | given | token | env)


def served(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "server/course" / name
    folder.mkdir(parents=True)
    (folder / ".gitattributes").write_text("* filter=evil\n", encoding="utf-8")
    (folder / ".gitmodules").write_text(
        '[submodule "x"]\n\tpath = x\n\turl = ../other\n', encoding="utf-8"
    )
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "work"]):
        subprocess.run(["git", "-C", str(folder), *who, *command], check=True)


def test_clones_those_of_the_prefix_and_leaves_no_token(tmp_path: Path) -> None:
    for name in ("attention-ada", "attention-bob", "other-ada"):
        served(tmp_path, name)
    done = clone(tmp_path, ["attention-ada", "attention-bob", "other-ada"])
    assert done.returncode == 0, done.stdout
    found = tmp_path / "temp/class"
    assert {path.name for path in found.iterdir()} == {"attention-ada", "attention-bob"}
    for path in found.iterdir():
        assert [each.name for each in path.iterdir()] == [".git"]  # nothing is checked out
        assert not (path / ".git/hooks").exists()
    held = [path.read_bytes() for path in (tmp_path / "temp").rglob("*") if path.is_file()]
    assert held
    assert not any(b"a-secret-token" in each for each in held)


@pytest.mark.parametrize(
    ("names", "env", "said"),
    [
        (["attention-ada", "attention-gone"], {}, "Not cloned: attention-gone"),
        (["other-ada"], {}, "No repository's name begins"),
        (["attention-ada"], {"GH_TOKEN": ""}, "add the secret CLASS_TOKEN"),
        (["attention-ada"], {"PREFIX": ""}, "Give a prefix"),
    ],
)
def test_a_class_that_is_not_whole_is_not_graded(
    names: list[str], env: dict[str, str], said: str, tmp_path: Path
) -> None:
    served(tmp_path, "attention-ada")
    done = clone(tmp_path, names, **env)
    assert done.returncode == 1
    assert f"::error::{said}" in done.stdout or said in done.stdout.splitlines()[-1]


def test_only_cloning_knows_the_token() -> None:
    for each in job("regrade.yml")["steps"]:
        assert ("secrets." in str(each)) is (each.get("name") == "Clone")
