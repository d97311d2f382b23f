"""The action's steps, run here as GitHub runs them, on repositories that students push.

All but the first leave the download out: they find the grader's packages installed.
"""

from __future__ import annotations

import base64
import json
import shutil
import site
import venv
from pathlib import Path

import pytest

from grader.author.release import release
from tests.project import steps
from tests.project.points import TOTAL
from tests.project.steps import Ran, run_action

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / ".github/actions/grade"
INSTALL = "Install the grader"
REFERENCE = (ROOT / "solutions/reference.py").read_text(encoding="utf-8")
# What would run if any Python of the runner looked into the student's checkout.
MARK = "import os; open(os.path.expanduser('~/ran'), 'a').write(__file__ + chr(10))\n"
MODULES = ("sitecustomize", "usercustomize", "conftest", "numpy", "json", "base64", "venv", "pip")
HOSTILE = {f"{name}.py": MARK for name in MODULES} | {
    "grader/__init__.py": MARK,
    "grader/cli.py": MARK,
    "tests/conftest.py": MARK,
    "tests/hidden/test_softmax_hidden.py": MARK,
    "evil.pth": "import os; os.system('touch ~/ran')\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--no-such-option'\n",
    "pytest.ini": "[pytest]\naddopts = --no-such-option\n",
    "setup.cfg": "[tool:pytest]\naddopts = --no-such-option\n",
    "pip.conf": "[global]\nindex-url = nowhere\n",
    "requirements.txt": "no-such-package-at-all\n",
    "grader/requirements.txt": "no-such-package-at-all\n",
    ".python-version": "2.7\n",
    "grading.json": "{}",
}
SHOUTED = """
for line in ("::set-output name=points::100", "::error::shouted", "##[error]shouted",
             "::stop-commands::shouted", "::add-mask::1", "points=100"):
    print(line)
"""
RAISED = 'raise ValueError("first\\n::error::shouted\\n::set-output name=points::100")'


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "student"
    release(ROOT, folder, f"course/grader@{'0' * 40}", "github")
    return folder


@pytest.fixture
def temp(tmp_path: Path) -> Path:
    """The runner's folder, with the grader's packages as the first step leaves them."""
    folder = tmp_path / "temp"
    venv.create(folder / "grader", symlinks=True)
    (inside,) = (folder / "grader").glob("lib/python3*/site-packages")
    (inside / "packages.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    return folder


def student(released: Path, tmp_path: Path, source: str = "", **files: str) -> Path:
    folder = tmp_path / "checkout"
    shutil.copytree(released, folder)
    contents = files | ({"starter/attention.py": source} if source else {})
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def graded(checkout: Path, temp: Path, action: Path = ACTION) -> Ran:
    return run_action(action, checkout, temp, leave_out=INSTALL)


def check_sound(ran: Ran) -> None:
    """Outputs agree with what the reporter will show, and nothing hostile got out."""
    assert ran.failed == "", ran.log
    assert set(ran.outputs) == {"result", "points", "max-points", "status"}
    told = json.loads(base64.b64decode(ran.outputs["result"], validate=True))
    assert sum(row["score"] for row in told["tests"]) == int(ran.outputs["points"])
    assert str(told["max_score"]) == ran.outputs["max-points"] == str(TOTAL)
    assert told["status"] == ran.outputs["status"]
    assert len(ran.outputs["result"]) < 100_000
    commands = [line for line in ran.log.splitlines() if line.lstrip().startswith("::")]
    assert all(line.startswith("::error file=starter/attention.py,line=") for line in commands)
    assert "##[" not in ran.log
    assert ran.left == {}
    assert ran.log.splitlines()[-len(commands) :] == commands or not commands


def test_an_install_that_fails_reports_nothing(released: Path, tmp_path: Path) -> None:
    (tmp_path / "temp").mkdir()
    checkout = student(released, tmp_path, REFERENCE, **HOSTILE)
    ran = run_action(
        *(ACTION, checkout, tmp_path / "temp"), PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path)
    )
    assert ran.failed == INSTALL
    assert "no-such-package" not in ran.log
    assert ran.log.splitlines()[-1].startswith("::error title=Not graded::No points were reported")
    assert ran.summary.startswith("## Not graded")
    assert set(ran.outputs.values()) == {""}
    assert not (tmp_path / "temp/home/ran").exists()


def test_reference(released: Path, temp: Path, tmp_path: Path) -> None:
    ran = graded(student(released, tmp_path, REFERENCE), temp)
    check_sound(ran)
    assert (ran.outputs["points"], ran.outputs["status"]) == (str(TOTAL), "pass")
    assert ran.log.splitlines()[-1].split() == ["all", str(TOTAL), "of", str(TOTAL)]
    assert f"{TOTAL} of {TOTAL}" in ran.summary


def test_stubs(released: Path, temp: Path, tmp_path: Path) -> None:
    ran = graded(student(released, tmp_path), temp)
    check_sound(ran)
    assert (ran.outputs["points"], ran.outputs["status"]) == ("0", "fail")
    assert "::" not in ran.log  # what is not started is no error


def test_syntax_error(released: Path, temp: Path, tmp_path: Path) -> None:
    ran = graded(student(released, tmp_path, "import numpy as np\n\ndef softmax(x:\n"), temp)
    check_sound(ran)
    assert (ran.outputs["points"], ran.outputs["status"]) == ("0", "fail")
    assert "::error file=starter/attention.py,line=3," in ran.log


def test_a_hostile_repository(released: Path, temp: Path, tmp_path: Path) -> None:
    broken = "def top_sources(A):\n    " + RAISED + "\n"
    checkout = student(released, tmp_path, REFERENCE + SHOUTED + broken, **HOSTILE)
    ran = graded(checkout, temp)
    check_sound(ran)
    assert (ran.outputs["points"], ran.outputs["status"]) == ("85", "fail")
    assert not (temp / "home/ran").exists()
    assert "tests/hidden" not in ran.log + ran.summary


def broken_grader(tmp_path: Path, **texts: str) -> Path:
    """The action in a checkout of its own, with some of its files written anew."""
    copy = tmp_path / "actions/sha"
    for name in ("grader", "starter", "tests", ".github", "solutions"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("project"))
    shutil.copy(ROOT / "grading.json", copy)
    for name, text in texts.items():
        (copy / name).write_text(text, encoding="utf-8")
    return copy / ".github/actions/grade"


SECRET = "assert whole == [0.123456, 7.654321], 'a hidden line'"
NOT_JSON = "this is not JSON"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("grading.json", NOT_JSON, "grading.json"),
        ("tests/hidden/test_softmax_hidden.py", f"whole = 0\n{SECRET}\n", "No points"),
        ("grader/slot_process.py", f"whole = 0\n{SECRET}\n", "No points"),
        ("grader/cli.py", f"whole = 0\n{SECRET}\n", "No points"),
    ],
)
def test_a_fault_of_the_grader(
    file: str, text: str, said: str, released: Path, temp: Path, tmp_path: Path
) -> None:
    action = broken_grader(tmp_path, **{file: text})
    ran = graded(student(released, tmp_path, REFERENCE), temp, action)
    assert ran.failed == "Grade"
    assert ran.log.startswith("::error title=Not graded::")
    assert len(ran.log.splitlines()) == 1
    assert said in ran.log
    assert "tell your instructor" in ran.log
    assert "## Not graded" in ran.summary
    assert set(ran.outputs.values()) == {""}
    assert "0.123456" not in ran.log + ran.summary


def test_a_submission_that_is_not_there(released: Path, temp: Path, tmp_path: Path) -> None:
    checkout = student(released, tmp_path)
    ran = run_action(ACTION, checkout, temp, {"submission": "no%such"}, leave_out=INSTALL)
    assert ran.failed == "Grade"
    assert "no%25such" in ran.log
    assert set(ran.outputs.values()) == {""}


@pytest.mark.parametrize("room", [400, 14_000])
def test_a_full_disk_leaves_no_mark(
    room: int, released: Path, temp: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = REFERENCE.replace("def softmax(", "def other(")
    monkeypatch.setattr(steps, "BASH", ["prlimit", f"--fsize={room}", *steps.BASH])
    ran = graded(student(released, tmp_path, wrong), temp)
    assert ran.failed == "Grade"
    assert ran.log.startswith("::error title=Not graded::")
    assert len(ran.log.splitlines()) == 1
    assert set(ran.outputs.values()) == {""}
    assert ran.summary.startswith("## Not graded")
