"""The confinement holds against every attempt kept in probe.py, and lets ordinary work pass."""

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.worker import confinement

ROOT = Path(__file__).parents[2]
SITE = Path(np.__file__).parents[1]
NOBODY = 65534
LACKING = confinement.floor()
confining = pytest.mark.skipif(LACKING is not None, reason=str(LACKING))
REFUSED = {"refused", "killed by SIGSYS"}


def probing(
    job: str, *, user: int | None = None, level: int | None = None, confined: bool = True
) -> Any:
    """Run one job of probing.py in a process that stands in for the warm one."""
    paths = {"root": str(ROOT), "site": str(SITE), "package": pytest.__file__}
    config = {**paths, "level": level, "confined": confined, "job": job}
    script = str(ROOT / "tests" / "project" / "probing.py")
    ran = run_as(user, [interpreter(user), "-I", "-B", script, json.dumps(config)])
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def run_as(user: int | None, command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={"OPENBLAS_NUM_THREADS": "1", "PATH": "/usr/bin:/bin"},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        user=user,
        group=user,
        extra_groups=None if user is None else [],
    )


def interpreter(user: int | None) -> str:
    """Return a Python that the user can run with numpy and this repository, or skip the test."""
    if user is None:
        return sys.executable
    paths = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.path.append({str(SITE)!r}); "
    trial = ["-I", "-c", f"{paths}import numpy, grader.worker.confinement"]
    for candidate in (sys.executable, "/usr/bin/python3"):
        try:
            if run_as(user, [candidate, *trial]).returncode == 0:
                return candidate
        except PermissionError:
            continue
    pytest.skip(f"user {user} can run no Python here that has numpy and this repository")


@pytest.fixture(params=["whoever runs this", "an ordinary user"])
def user(request: pytest.FixtureRequest) -> int | None:
    if request.param == "whoever runs this":
        return None
    if os.getuid() != 0:
        pytest.skip("only root can become another user; this run is an ordinary user's already")
    return NOBODY


def not_refused(outcomes: dict[str, str]) -> dict[str, str]:
    return {name: outcome for name, outcome in outcomes.items() if outcome not in REFUSED}


@confining
def test_all_attempts_but_stat_are_refused(user: int | None) -> None:
    outcomes = probing("attempts", user=user)
    assert len(outcomes) > 180
    assert not_refused(outcomes) == {"files: stat": "succeeded"}
    if platform.machine() == "x86_64":  # which also has calls under other numbers
        assert outcomes["programs: x32 call"] == "killed by SIGSYS"
        assert outcomes["programs: 32-bit call"] == "killed by SIGSYS"


@confining
@pytest.mark.parametrize("level", [1, 4])
def test_lower_levels_of_landlock_refuse_the_same(level: int) -> None:
    assert not_refused(probing("attempts", level=level)) == {"files: stat": "succeeded"}


@confining
def test_the_attempts_reach_the_kernel_of_an_unconfined_process() -> None:
    outcomes = probing("attempts", confined=False)
    assert len(not_refused(outcomes)) > 0.75 * len(outcomes)
    for name in ("files: read", "files: create", "network: TCP", "programs: clone", "others: kill"):
        assert outcomes[name] == "succeeded"


@confining
def test_the_proof_finds_nothing_in_a_confined_process(user: int | None) -> None:
    assert probing("floor", user=user) is None
    assert probing("prove", user=user) == []


@confining
def test_the_proof_finds_what_is_open_in_an_unconfined_process() -> None:
    found = probing("prove", confined=False)
    assert {"read a file", "create a temporary file", "open a TCP socket"} < set(found)
    assert {"start a process", "start a program", "signal another process"} < set(found)


@confining
def test_ordinary_work_still_works(user: int | None) -> None:
    outcomes = probing("work", user=user)
    assert {name: error for name, error in outcomes.items() if error} == {}
    assert len(outcomes) > 20


@confining
def test_every_standard_module_can_still_be_imported() -> None:
    absent = probing("imports", confined=False)
    assert "json" not in absent
    assert probing("imports") == absent


@confining
def test_notes_say_what_was_tried_and_nothing_of_imports() -> None:
    notes = probing("notes")
    assert notes["ordinary"] == []
    path = "/\\x1b[31mred\\u202e\\udcff"
    assert notes["attempts"] == [
        "tried to read the file /etc/passwd",
        f"tried to read the file {path}{'x' * (80 - len(path))}",
        "tried to write the file marks.json",
        "tried to open a network connection",
        "tried to start a program",
        "tried to start a process",
        "tried to send a signal",
        "tried to list the folder /home",
        "tried to delete the file /tmp/x",
        "tried to change the file /tmp",
        "called C code through ctypes",
    ]
    assert len(notes["all"]) == 20
    assert "".join(notes["all"]).isascii()


@confining
def test_a_worker_dies_with_the_warm_process() -> None:
    assert probing("outlives") is False


@confining
def test_a_worker_does_not_run_where_a_part_does_not_take() -> None:
    outcomes = probing("broken")
    assert set(outcomes) == {"no rules", "no filter", "bad filter", "no parent"}
    assert set(outcomes.values()) == {"ended with 3"}


@confining
def test_only_python_numpy_and_the_systems_libraries_can_be_read() -> None:
    readable = [Path(path).resolve() for path in confinement.readable_paths()]
    for private in (ROOT, SITE, Path(pytest.__file__), Path.home(), Path("/tmp"), Path("/etc")):
        holding = [path for path in readable if private.resolve().is_relative_to(path)]
        assert holding == [], private
    etc = {path for path in readable if path.is_relative_to("/etc")}
    # Debian's standard library holds a link to a file of its own there.
    linked = {path for path in etc if path.name == "sitecustomize.py"}
    assert etc - linked == {Path("/etc/ld.so.cache")}
    assert not any(path.is_relative_to("/proc") for path in readable)
    assert Path(np.__file__).parent.resolve() in readable


@confining
def test_nothing_is_prepared_for_a_path_that_is_absent(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        confinement.prepare([str(tmp_path / "absent")])


@pytest.mark.parametrize(
    ("system", "machine", "level", "words"),
    [
        ("darwin", "arm64", 0, "only Linux can do it"),
        ("win32", "AMD64", 0, "WSL 2"),
        ("linux", "riscv64", 7, "this is riscv64"),
        ("linux", "x86_64", 0, "Landlock (Linux 5.13 or newer"),
    ],
)
def test_the_floor_says_what_lacks_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, system: str, machine: str, level: int, words: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(confinement, "landlock_abi", lambda: level)
    sentence = confinement.floor()
    assert sentence is not None
    assert words in sentence
    assert "regrade workflow" in sentence


@pytest.mark.parametrize(
    ("column", "header"),
    [
        (0, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        (1, "/usr/include/asm-generic/unistd.h"),
    ],
)
def test_call_numbers_are_the_kernels(column: int, header: str) -> None:
    if not Path(header).exists():
        pytest.skip(f"the kernel's header {header} is not installed")
    text = Path(header).read_text()
    defined = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text))
    defined.setdefault("newfstatat", defined.get("fstatat", ""))
    calls = [call.split() for call in confinement._CALLS.split(",")]
    assert len(calls) > 60
    for name, *numbers in calls:
        if numbers[column] != "-":
            assert defined[name] == numbers[column], name
