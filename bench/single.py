"""One submission: how our commands compare with what they replace.

Run `python -m bench.single [ROUNDS]`. Each pair of commands runs in turn, A B A B, after one
warm-up; the ratio is taken pair by pair, so it holds when the machine's speed drifts.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "solutions" / "reference.py"
IMPORTS = (sys.executable, "-c", "import numpy, pytest")
Command = Sequence[str]
# As in an environment that holds only what the command needs: no other plugin is loaded.
PLAIN = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"
}


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder:
        solved = solved_copy(Path(folder))
        pytest = (sys.executable, "-m", "pytest", "-q")
        report = ("-p", "pytest_jsonreport.plugin", "--json-report", "--json-report-file=none")
        fresh = (*pytest, *report, "tests/public", "tests/hidden")
        grade = (sys.executable, "-m", "grader", "run", str(REFERENCE))
        unconfined = (*grade, "--unconfined")
        rows = [
            ("grade run / fresh pytest --json-report", grade, ROOT, fresh, solved, 1.5),
            ("grade run / the same unconfined", grade, ROOT, unconfined, ROOT, None),
            ("student's pytest / import numpy, pytest", (*pytest, "tests/public"), solved,
             IMPORTS, solved, 2.5),
        ]  # fmt: skip
        print(f"{'pair':42}{'A ms':>8}{'B ms':>8}{'A/B':>7}  at most")
        for name, a, a_folder, b, b_folder, limit in rows:
            first, second, ratio = paired(a, a_folder, b, b_folder, rounds)
            print(f"{name:42}{first:8.0f}{second:8.0f}{ratio:7.2f}  {limit or '':>6}")


def solved_copy(folder: Path) -> Path:
    """The assignment with the reference in the student's place, without the engine."""
    for name in ("starter", "tests/public", "tests/hidden"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (ROOT / "tests").glob("*.*"):
        shutil.copy(path, folder / "tests" / path.name)
    shutil.copy(ROOT / "grading.json", folder / "grading.json")
    shutil.copy(ROOT / ".release" / "pytest.ini", folder / "pytest.ini")
    shutil.copy(REFERENCE, folder / "starter" / "attention.py")
    return folder


def paired(
    a: Command, a_folder: Path, b: Command, b_folder: Path, rounds: int
) -> tuple[float, float, float]:
    """Medians of A and B in milliseconds, and of A/B taken pair by pair."""
    pairs = [(timed(a, a_folder), timed(b, b_folder)) for _ in range(rounds + 1)][1:]
    firsts, seconds = zip(*pairs, strict=True)
    ratio = statistics.median(first / second for first, second in pairs)
    return statistics.median(firsts), statistics.median(seconds), ratio


def timed(command: Command, folder: Path) -> float:
    """Wall time of one run in milliseconds. The command must succeed."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=PLAIN)
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
