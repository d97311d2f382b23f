"""The same marks everywhere: every wheat, on all that this machine can be.

Run `python -m bench.everywhere [PYTHON ...]`, naming further interpreters. For each OpenBLAS
kernel, each numpy that installs for each Python, and odd locales, time zones and folders, all
right programs are graded; a student's own pytest runs them with one thread and with two. The
kernel's name comes out of the worker itself. What cannot be tried is named as skipped. It
takes some minutes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.single import PLAIN, solved_copy

ROOT = Path(__file__).resolve().parents[1]
# The 64-bit x86 kernels of OpenBLAS. A numpy that carries fewer takes the nearest, and OpenBLAS
# calls Prescott by the name of the first that shares its code, Katmai.
KERNELS = "Prescott Core2 Nehalem Sandybridge Haswell Zen SkylakeX Cooperlake SapphireRapids"
NUMPYS = ("numpy==1.26.*", "numpy==2.0.*", "numpy")
NEEDS = ("pytest>=8", "pytest-json-report>=1.5", "msgspec>=0.19")
SURROUNDINGS = (
    {"LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "America/St_Johns", "COLUMNS": "20"},
)
# Graded with each wheat in turn; a program more says which kernel its numpy uses.
DRIVER = '''
import json, sys
from pathlib import Path
from grader.rubric import load
from grader.slots import Slot
from grader.submission import Submission, take
root = Path(sys.argv[1])
rubric = load(root)
KERNEL = b"""
import ctypes, pathlib, numpy
folder = pathlib.Path(numpy.__file__).parents[1] / "numpy.libs"
for path in folder.glob("*openblas*"):
    library = ctypes.CDLL(str(path))
    for name in ("scipy_openblas_get_corename64_", "openblas_get_corename64_"):
        if hasattr(library, name):
            function = getattr(library, name)
            function.restype = ctypes.c_char_p
            print("kernel", function().decode())
"""
lost = []
with Slot(root, rubric, "all", confined=True) as slot:
    ready = slot.ready()
    named = slot.grade(Submission({rubric.submission.files[0]: KERNEL}, None, []))
    for path in sorted((root / "solutions" / "wheats").glob("*.py")):
        record = slot.grade(take(path, rubric.submission.files))
        if any(test["outcome"] != "passed" for test in record.reports[0]["tests"]):
            lost.append(path.stem)
words = named.printed.split()
kernel = words[words.index("kernel") + 1] if "kernel" in words else "unknown"
print(json.dumps([ready.python, ready.numpy, kernel, lost]))
'''


def main() -> None:
    failures, kernels = 0, set[str]()
    print(f"{'python':9}{'numpy':9}{'kernel':16}{'also':34}result")
    for python, setting, folder in settings():
        found = grade(python, setting, folder)
        also = " ".join(f"{key}={value}" for key, value in setting.items())[:33]
        if isinstance(found, str):
            print(f"{'':34}{also:34}skipped: {found}")
            continue
        version, numpy, kernel, lost = found
        result = f"lost: {', '.join(lost)}" if lost else "full marks"
        kernels.add(kernel)
        failures += bool(lost)
        print(f"{version:9}{numpy:9}{kernel:16}{also:34}{result}", flush=True)
    for threads in ("1", "2"):
        failing = students_own(threads)
        result = f"lost: {', '.join(failing)}" if failing else "full marks"
        failures += bool(failing)
        print(f"{'':34}{f'a student pytest, {threads} threads':34}{result}", flush=True)
    print(f"Kernels that graded: {', '.join(sorted(kernels))}")
    sys.exit(bool(failures))


def students_own(threads: str) -> list[str]:
    """The wheats that fail a graded test in a student's own pytest."""
    lost = []
    with tempfile.TemporaryDirectory() as folder:
        solved = solved_copy(Path(folder))
        command = [sys.executable, "-m", "pytest", "-q", "tests/public", "tests/hidden"]
        environment = {**PLAIN, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
        for path in sorted((ROOT / "solutions" / "wheats").glob("*.py")):
            shutil.copy(path, solved / "starter" / "attention.py")
            done = subprocess.run(
                command, cwd=solved, env=environment, capture_output=True, check=False
            )
            if done.returncode:
                lost.append(path.stem)
    return lost


def settings() -> Iterator[tuple[str, dict[str, str], Path]]:
    """Interpreter, environment, working folder."""
    for kernel in KERNELS.split():
        yield sys.executable, {"OPENBLAS_CORETYPE": kernel}, ROOT
    with tempfile.TemporaryDirectory(prefix="wheats ä ") as folder:
        for environment in SURROUNDINGS:
            yield sys.executable, environment, Path(folder)
        for number, python in enumerate([sys.executable, *sys.argv[1:]]):
            for wanted in NUMPYS:
                venv = Path(folder) / f"{number}{wanted.partition('=')[2].strip('=*')}"
                problem = install(python, venv, wanted)
                if problem:
                    print(f"{'':34}{f'{Path(python).parts[-3]} {wanted}':34}skipped: {problem}")
                else:
                    yield str(venv / "bin" / "python"), {}, ROOT


def install(python: str, venv: Path, numpy: str) -> str:
    """Make an environment with wheels only. Return why it could not be made, or nothing."""
    steps = [
        [python, "-m", "venv", str(venv)],
        [str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet", "--only-binary=:all:"],
    ]
    steps[1] += [numpy, *NEEDS]
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        if done.returncode:
            return (done.stderr.strip().splitlines() or ["it says nothing"])[-1][:60]
    return ""


def grade(python: str, setting: dict[str, str], folder: Path) -> list[str] | str:
    """Python, numpy, kernel and the wheats that lost points, or why it could not run."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **setting}
    command = [python, "-c", DRIVER, str(ROOT)]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["it says nothing"])[-1][:60]
    answer: list[str] = json.loads(done.stdout)
    return answer


if __name__ == "__main__":
    main()
