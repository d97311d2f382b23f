"""A student's own `python -m pytest`, in a copy of what a student has."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.points import HIDDEN, MANY, PUBLIC, RUBRIC, worth

ROOT = Path(__file__).resolve().parents[2]
TESTS = len(RUBRIC.tests("public"))
SOLVED = (ROOT / "solutions" / "reference.py").read_text(encoding="utf-8")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The public suite, the stubs and a released rubric, with short patience."""
    for folder in ("starter", "tests/public"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for path in (ROOT / "tests").glob("*.*"):
        shutil.copy(path, tmp_path / "tests")
    rubric = json.loads((ROOT / "grading.json").read_text(encoding="utf-8"))
    for exercise in rubric["exercises"]:
        hidden = [test for test in exercise["tests"] if test["suite"] == "hidden"]
        exercise["tests"] = [test for test in exercise["tests"] if test["suite"] == "public"]
        exercise["hidden"] = {"tests": len(hidden), "points": sum(t["points"] for t in hidden)}
    (tmp_path / "grading.json").write_text(json.dumps(rubric), encoding="utf-8")
    shutil.copy(ROOT / ".release" / "pytest.ini", tmp_path)
    local = tmp_path / "tests" / "local.py"
    text = local.read_text(encoding="utf-8")
    local.write_text(text.replace("PATIENCE = 5.0", "PATIENCE = 0.5"), encoding="utf-8")
    return tmp_path


def environment() -> dict[str, str]:
    # As at a student's desk: on a CI machine pytest says more.
    other = ("PYTEST", "CI", "BUILD_NUMBER")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(other)}
    return clean | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def run(
    repository: Path, *options: str, source: str | None = None, folder: str = "."
) -> tuple[int, list[str]]:
    """The exit code and the lines of a run, with `source` as the student's file."""
    if source is not None:
        (repository / "starter" / "attention.py").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        cwd=repository / folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert not done.stderr
    return done.returncode, done.stdout.rstrip().splitlines()


@pytest.mark.parametrize("folder", [".", "tests/public"])
def test_untouched_stubs(repository: Path, folder: str) -> None:
    code, lines = run(repository, folder=folder)
    assert code == 0
    assert len(lines) < 30
    exercises = [f"{name:<18}0 of {of:<6}not started" for name, of in worth("public").items()]
    assert lines[-4 - MANY :] == [
        "exercise          points",
        *exercises,
        "Read next: exercises/softmax.md",
        f"{HIDDEN} more points are hidden.",
        f"0 of {PUBLIC} public points, {MANY} not started",
    ]
    assert "softmax           0 of 7     not started" in exercises
    assert "passed" not in "\n".join(lines)
    ran = [name for line in lines for name in re.findall(r"test_(\w+)\.py s", line)]
    assert ran == [*worth("public")]


def test_solved(repository: Path) -> None:
    code, lines = run(repository, "-q", source=SOLVED)
    assert code == 0
    assert f"{TESTS} passed" in lines[-5 - MANY]
    assert "top_sources       5 of 5     passed" in lines[-2 - MANY :]
    assert lines[-1] == f"{PUBLIC} of {PUBLIC} public points"


def test_one_file_half_solved(repository: Path) -> None:
    source = SOLVED.replace("- np.max(x, axis=axis, keepdims=True)", "")
    source += "np.seterr(all='raise')\nnp.set_printoptions(precision=1)\n"
    code, lines = run(repository, "tests/public/test_softmax.py", source=source)
    assert code == 1
    line = 1 + next(i for i, text in enumerate(source.splitlines()) if "np.exp(" in text)
    assert f"softmax(x): raised FloatingPointError, line {line}" in lines
    assert "0 of 3 inputs right. Read exercises/softmax.md" in lines
    assert lines[-1] == f"5 of 7 public points in the tests that ran (there are {PUBLIC})"


def test_missing_package(repository: Path) -> None:
    source = (
        "import json, numpy.linalg\n"
        "from . import lesson\n"
        "try:\n    import not_here\nexcept ImportError:\n    not_here = None\n"
        "import yaml_not_here.parts\n"
        "if __name__ == '__main__':\n    import nor_here\n"
    )
    code, lines = run(repository, "-x", source=source)
    assert code == 1
    assert "starter/attention.py could not be imported: ModuleNotFoundError, line 7" in lines
    assert "No module named 'yaml_not_here'" in lines
    warnings = [n for n, line in enumerate(lines) if line.startswith("Take out the import")]
    assert lines[warnings[0] : warnings[-1] + 2] == [
        "Take out the import of yaml_not_here.parts (starter/attention.py, line 7).",
        "Graders do not have it: there the file would not load and earn nothing.",
    ]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(:\n", "starter/attention.py could not be imported: SyntaxError, line 1"),
        ("\nname = input()\n", "starter/attention.py could not be imported: EOFError, line 2"),
        ("import sys\nsys.exit()\n", "the program ended itself with exit status 0"),
        ("x = 1\n", "starter/attention.py has no function named softmax"),
    ],
)
def test_a_file_that_cannot_be_used(repository: Path, source: str, words: str) -> None:
    code, lines = run(repository, "-q", source=source)
    assert code == 1
    missing = "no function" in words
    assert sum(line == words for line in lines) == (3 if missing else 1)
    again = "The first failure above says why."
    assert sum(line == again for line in lines) == (0 if missing else TESTS - 1)
    assert ("Mend first: starter/attention.py" in lines) is not missing
    assert sum(line.startswith(f"{TESTS} failed in ") for line in lines) == 1
    assert lines[-1] == f"0 of {PUBLIC} public points"


def test_a_file_that_is_gone(repository: Path) -> None:
    (repository / "starter" / "attention.py").unlink()
    _, lines = run(repository, "-q", "-x")
    assert "there is no starter/attention.py: put it back" in lines


def test_what_relies_on_a_wrong_function_says_so(repository: Path) -> None:
    source = SOLVED.replace("powers.sum(", "2 * powers.sum(")
    code, lines = run(repository, "-q", source=source)
    assert code == 1
    place = next(n for n, line in enumerate(lines) if line.startswith("self_attention  "))
    assert lines[place + 1] == "  (it may use your softmax: mend that first)"


def test_alone_it_says_what_to_test_first(repository: Path) -> None:
    source = SOLVED.replace("powers.sum(", "2 * powers.sum(")
    _, lines = run(repository, "tests/public/test_self_attention.py", source=source)
    place = next(n for n, line in enumerate(lines) if line.startswith("self_attention  "))
    assert lines[place + 1 : place + 3] == [
        "  (if it calls your softmax, test that first:",
        "  python -m pytest tests/public/test_softmax.py)",
    ]


def test_where_it_was_raised(repository: Path) -> None:
    source = f"{SOLVED}\ndef softmax(x, axis=-1):\n    return x @ np.ones((99, 1))\n"
    line = len(source.splitlines())
    _, lines = run(repository, "-q", "tests/public/test_self_attention.py", source=source)
    place = lines.index(
        f"self_attention(X, Wq, Wk, Wv): raised ValueError, line {line}, in your softmax"
    )
    assert f"    line {line}: return x @ np.ones((99, 1))" in lines[place:]


def test_a_flood_of_prints_is_cut(repository: Path) -> None:
    source = f"{SOLVED}\ndef softmax(x, axis=-1):\n    print('x\\n' * 500)\n"
    _, lines = run(repository, "-q", "tests/public/test_softmax.py", source=source)
    assert lines.count("x") < 20 * 4
    assert any(line.startswith("... ") and line.endswith(" more lines") for line in lines)


LOOP = """
def softmax(x, axis=-1):
    print("captured")
    while True:
        pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_an_endless_loop(repository: Path) -> None:
    (repository / "starter" / "attention.py").write_text(LOOP, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q"]
    with subprocess.Popen(
        command,
        cwd=repository,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stderr is not None
        said = [child.stderr.readline() for _ in range(4)]
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=30)
    assert said[1] == "softmax has been running for 0.5 s\n"
    assert said[2] in (
        "  starter/attention.py, line 4: while True:\n",
        "  starter/attention.py, line 5: pass\n",
    )
    assert said[3] == "Ctrl+C stops it.\n"
    assert child.returncode == 2
    assert "You stopped softmax\n  starter/attention.py, line " in output
