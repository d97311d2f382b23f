"""A class: throughput against fresh pytest processes, and what ten times as many cost.

Run `python -m bench.class [FEW] [MANY] [ROUNDS]` (300, 3000 and 3, if not given), on Linux. Each
round grades FEW submissions with `grade class` and then every fifth of them with fresh pytest
processes, as many at a time as there are slots; the ratio is taken round by round, so it holds
when the machine's speed drifts. Submissions are the reference, wheats and chaffs in turn, each
made different by a comment, since equal ones are graded once.
"""

# ruff: noqa: N999 (the commands are `grade class` and `python -m bench.class`)

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain, cycle, islice
from pathlib import Path
from typing import NamedTuple

from bench.single import PLAIN, REFERENCE, ROOT, solved_copy
from grader.cohort.grading import cores

FRESH_SHARE = 5  # every fifth is graded by fresh processes too: they take that much longer
JOBS = cores()
REPORT = ("-p", "pytest_jsonreport.plugin", "--json-report", "--json-report-file=none")
PYTEST = (sys.executable, "-m", "pytest", "-q", *REPORT, "tests/public", "tests/hidden")
MIB = 1 << 20


class Run(NamedTuple):
    """A whole `grade class`, reports included: how long, and the largest it grew."""

    seconds: float
    grader: int  # bytes: the command's own process
    slot: int  # bytes: the largest of the processes below it


def main() -> None:
    few, many, rounds = [*map(int, sys.argv[1:]), *(300, 3000, 3)[len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, large = hand_in(folder / "few", few), hand_in(folder / "many", many)
        desks = [solved_copy(folder / f"desk{number}") for number in range(JOBS)]
        print(f"{JOBS} at a time{'':21}{'ours/s':>9}{'fresh/s':>9}{'ratio':>8}  at least")
        runs, ratios = [], []
        for number in range(rounds):
            runs.append(ours(small, folder / f"few{number}"))
            sample = sorted(small.iterdir())[number % FRESH_SHARE :: FRESH_SHARE]
            rate, theirs = few / runs[-1].seconds, len(sample) / fresh(sample, desks)
            ratios.append(rate / theirs)
            print(f"round {number + 1}: {few:5} submissions{'':7}{rate:9.1f}{theirs:9.2f}"
                  f"{ratios[-1]:8.1f}", flush=True)  # fmt: skip
        print(f"{'median':48}{statistics.median(ratios):8.1f}{8:10}\n")
        whole = ours(large, folder / "many0")
        show(few, many, runs, whole)


def show(few: int, many: int, runs: Sequence[Run], whole: Run) -> None:
    """Growth from few to many submissions."""
    one = statistics.median(run.seconds for run in runs) / few
    grown = whole.seconds / many
    print(f"{'growth':30}{few:>9}{many:>9}{'':8}  at most")
    print(f"{'ms a submission':30}{one * 1e3:9.1f}{grown * 1e3:9.1f}{grown / one:8.2f}{1.15:10}")
    for what in ("grader", "slot"):
        before, after = max(getattr(run, what) for run in runs), getattr(whole, what)
        more = f"{(after - before) / MIB:+.0f}"
        print(f"{f'MiB of the {what}':30}{before / MIB:9.0f}{after / MIB:9.0f}{more:>8}{50:10}")


def hand_in(folder: Path, count: int) -> Path:
    """A class of `count`, right and wrong in turn; chaffs stand below the reference, as tried."""
    right = [REFERENCE, *sorted((ROOT / "solutions" / "wheats").glob("*.py"))]
    wrong = sorted((ROOT / "solutions" / "chaffs").glob("*.py"))
    mix = cycle(chain.from_iterable(zip(cycle(right), wrong, strict=False)))
    for number, path in enumerate(islice(mix, count)):
        text = path.read_text(encoding="utf-8")
        if path in wrong:
            text = f"{REFERENCE.read_text(encoding='utf-8')}\n{text}"
        work = folder / f"s{number:05}" / "attention.py"
        work.parent.mkdir(parents=True)
        work.write_text(f"{text}\n# {number}\n", encoding="utf-8")
    return folder


def ours(folder: Path, output: Path) -> Run:
    """Grade the class with the command."""
    command = [sys.executable, "-m", "grader", "class", str(folder), "--output", str(output)]
    start, largest = time.perf_counter(), dict[int, int]()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            for pid in family(process.pid):
                largest[pid] = max(largest.get(pid, 0), resident(pid))
            time.sleep(0.1)
    if process.returncode:
        sys.exit(f"grade class failed with status {process.returncode}")
    seconds = time.perf_counter() - start
    own = largest.pop(process.pid)
    return Run(seconds, own, max(largest.values()))


def family(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            for child in children.read_text(encoding="ascii").split():
                found += family(int(child))
    return found


def resident(pid: int) -> int:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def fresh(sample: Sequence[Path], desks: Sequence[Path]) -> float:
    """Seconds that fresh pytest processes take, one at each desk at a time."""

    def at(number: int) -> None:
        for work in sample[number :: len(desks)]:
            shutil.copy(work / "attention.py", desks[number] / "starter" / "attention.py")
            subprocess.run(
                PYTEST, cwd=desks[number], stdout=subprocess.DEVNULL, env=PLAIN, check=False
            )

    start = time.perf_counter()
    with ThreadPoolExecutor(len(desks)) as threads:
        list(threads.map(at, range(len(desks))))
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
