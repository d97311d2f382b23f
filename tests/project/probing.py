"""The process that probes: `python -I probing.py CONFIG` prints the outcomes as JSON.

It stands in for a warm process: numpy is loaded if it is there, then each job runs in a fork of
its own. CONFIG is JSON: root (of the repository), site (the folder numpy is in), package (a file
of some other package), level (of Landlock, to simulate a lower one, or null), confined (whether
the forks are), job (what to do; see `main`).
"""

import ctypes
import errno
import importlib
import io
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

CONFIG = json.loads(sys.argv[1])
sys.path.insert(0, CONFIG["root"])
sys.path.append(CONFIG["site"])
with suppress(ImportError):
    import numpy as np

from grader.worker import confinement, warm  # noqa: E402
from tests.project import probe, probe_kernel  # noqa: E402

SECONDS = 10
MEMORY_MIB = 2048
GROUPS = {
    "files": probe.file_attempts,
    "network": probe.network_attempts,
    "programs": probe.process_attempts,
    "others": probe_kernel.other_process_attempts,
    "kernel": probe_kernel.kernel_attempts,
}
# They print, open windows, run programs, or are another package's.
NOT_IMPORTED = {"antigravity", "this", "idlelib", "turtledemo", "__main__", "test"}
NOT_IMPORTED |= {"distutils", "_ios_support"}


def in_fork(
    work: Callable[[int], Any], ready: confinement.Confinement | None, warm: int = 0
) -> Any:
    """Return what `work` returns (JSON) in a fork, confined if something is ready for it.

    If the fork ends without a word, return how. `work` gets the pipe it is told through. `warm`
    is whom the fork takes for its parent, if not this process.
    """
    warm = warm or os.getpid()
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            signal.alarm(SECONDS)
            os.close(ours)
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            if ready:
                confinement.hold(warm, MEMORY_MIB, SECONDS)
                ready.apply()
            os.write(theirs, json.dumps(work(theirs)).encode())
        finally:
            os._exit(3)
    os.close(theirs)
    told = b""
    # Not until the end of the pipe: what an attempt has started may hold it open.
    while select.select([ours], [], [], SECONDS)[0]:
        part = os.read(ours, 1 << 16)
        told += part
        with suppress(ValueError):
            json.loads(told)
            break
        if not part:
            break
    os.close(ours)
    if told:
        os.kill(pid, signal.SIGKILL)  # where it let itself be traced, it may have stopped
    _, status = os.waitpid(pid, 0)
    if told:
        return json.loads(told)
    code = os.waitstatus_to_exitcode(status)
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"


def attempts(targets: probe.Targets) -> dict[str, probe.Attempt]:
    """Return all attempts by "group: name"."""
    return {
        f"{group}: {name}": attempt
        for group, made in GROUPS.items()
        for name, attempt in made(targets).items()
    }


def outcome(attempt: probe.Attempt, name: str) -> str:
    """Return "refused", or how far the attempt came."""
    try:
        attempt()
    except PermissionError:
        return "refused"
    except RuntimeError as error:
        return "refused" if "start new thread" in str(error) else f"RuntimeError: {error}"
    except OSError as error:
        if error.errno == errno.ENOSYS and name == "programs: clone3":
            return "refused"
        return f"reached the kernel: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "succeeded"


def tried(ready: confinement.Confinement | None) -> dict[str, str]:
    """Return the outcome of each attempt, by its name."""
    folder = Path(tempfile.mkdtemp(prefix="probe-"))
    (folder / "secret").write_text("secret")
    (folder / "spare").write_text("spare")
    (folder / "link").symlink_to(folder / "secret")
    tcp, by_path, by_name = (
        socket.create_server(("127.0.0.1", 0)),
        *(socket.socket(socket.AF_UNIX) for _ in range(2)),
    )
    for listener, name in ((by_path, ""), (by_name, "\0")):
        listener.bind(f"{name}{folder / 'socket'}")
        listener.listen()
    victim = os.fork()
    if victim == 0:
        while True:
            signal.pause()
    targets = probe.Targets(
        folder=folder,
        secret=folder / "secret",
        packages=Path(CONFIG["package"]),
        grader=Path(confinement.__file__),
        library=Path(os.__file__),
        victim=victim,
        port=tcp.getsockname()[1],
    )

    def trying(name: str) -> Callable[[int], str]:
        return lambda pipe: outcome(attempts(replace(targets, pipe=pipe))[name], name)

    try:
        return {name: in_fork(trying(name), ready) for name in attempts(targets)}
    finally:
        os.kill(victim, signal.SIGKILL)
        os.waitpid(victim, 0)
        shutil.rmtree(folder)


def ordinary_work() -> dict[str, Callable[[], object]]:
    """Return what right answers may do, by name."""
    rng = np.random.default_rng(0)
    square = rng.standard_normal((60, 60))
    saved = io.BytesIO()
    return {
        "matmul": lambda: square @ square,
        "einsum": lambda: np.einsum("ij,kj->ik", square, square, optimize=True),
        "svd": lambda: np.linalg.svd(square),
        "eig": lambda: np.linalg.eig(square),
        "inverse": lambda: np.linalg.inv(square),
        "fft": lambda: np.fft.rfft(square),
        "generators": lambda: (
            np.random.default_rng().normal(size=3) + np.random.RandomState().rand(3)
        ),
        "sort": lambda: np.sort(square, axis=None, kind="stable"),
        "print an array": lambda: print(square),
        "save in memory": lambda: np.savez(saved, square),
        "much memory": lambda: np.ones(4_000_000).sum(),
        "polynomials": lambda: np.polynomial.Polynomial.fit([0, 1, 2], [0, 1, 4], 2),
        "masked arrays": lambda: np.ma.masked_less(square, 0).mean(),
        "sleep": lambda: time.sleep(0.001),
        "local time": time.localtime,
        "random bytes": lambda: os.urandom(4) + Path("/dev/urandom").open("rb").read(4),
        "read /dev/null": Path("/dev/null").read_bytes,
        "number of processors": os.cpu_count,
        "catch signals": lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL),
        "set an alarm": lambda: signal.setitimer(signal.ITIMER_REAL, SECONDS),
        "duplicate a file": lambda: os.close(os.dup(1)),
        "own names": lambda: (os.getpid(), os.getuid(), Path.cwd(), os.uname()),
        "import on first use": lambda: [
            importlib.import_module(name)
            for name in ("statistics", "decimal", "fractions", "sqlite3", "xml.dom.minidom")
        ],
        "home folder": lambda: Path("~").expanduser(),
    }


def fails(work: Callable[[], object]) -> str:
    try:
        work()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def failing_imports(_: int) -> list[str]:
    names = sorted(set(sys.stdlib_module_names) - NOT_IMPORTED)
    return [name for name in names if fails(lambda: importlib.import_module(name))]  # noqa: B023


def noted(_: int) -> dict[str, list[str]]:
    """Return the notes on ordinary work and on attempts."""
    notes = warm.watch()
    failing_imports(0)
    ordinary = list(notes)
    for trial in (
        lambda: Path("/etc/passwd").read_bytes(),
        lambda: Path("/etc/passwd").read_bytes(),
        lambda: os.open(b"/\x1b[31mred\xe2\x80\xae\xff" + b"x" * 200, os.O_RDONLY),
        lambda: Path("marks.json").write_text("100"),
        lambda: socket.socket(),
        lambda: os.system("true"),
        lambda: subprocess.run(["true"], check=False),
        lambda: os.fork(),
        lambda: os.kill(os.getppid(), 9),
        lambda: list(Path("/home").iterdir()),
        lambda: Path("/tmp/x").unlink(),
        lambda: Path("/tmp").chmod(0o777),
        lambda: ctypes.CDLL(None).getpid(),
    ):
        fails(trial)
    attempts = notes[len(ordinary) :]
    for number in range(50):
        fails(Path(f"/secret/{number}").read_bytes)
    return {"ordinary": ordinary, "attempts": attempts, "all": notes}


def outlives_warm(ready_for: Callable[[], confinement.Confinement]) -> bool:
    """Return whether a worker still runs a moment after its warm process was killed."""
    ours, theirs = os.pipe()
    warm = os.fork()
    if warm == 0:
        ready, warm = ready_for(), os.getpid()
        if os.fork() == 0:
            confinement.hold(warm, MEMORY_MIB, SECONDS)
            ready.apply()
            os.write(theirs, b"!")
            while True:
                time.sleep(SECONDS)
        while True:
            signal.pause()
    os.close(theirs)
    os.read(ours, 1)
    os.kill(warm, signal.SIGKILL)
    os.waitpid(warm, 0)
    return not select.select([ours], [], [], SECONDS / 2)[0]


def not_applied(ready: confinement.Confinement) -> dict[str, Any]:
    """Return how a worker ends whose confinement does not take, by what is wrong."""
    broken = {
        "no rules": replace(ready, ruleset=999),
        "no filter": replace(ready, program=b""),
        "bad filter": replace(ready, program=bytes(8)),
    }
    ended = {name: in_fork(lambda _: "it ran", fault) for name, fault in broken.items()}
    return ended | {"no parent": in_fork(lambda _: "it ran", ready, warm=1)}


def main() -> None:
    """Do the job and print what came of it."""
    if CONFIG["level"] is not None:
        confinement.landlock_abi = lambda: CONFIG["level"]

    def ready_for() -> confinement.Confinement:
        return confinement.prepare(confinement.readable_paths())

    ready = ready_for() if CONFIG["confined"] else None
    jobs: dict[str, Callable[[], Any]] = {
        "floor": confinement.floor,
        "attempts": lambda: tried(ready),
        "prove": lambda: in_fork(lambda _: confinement.prove(), ready),
        "work": lambda: in_fork(lambda _: {n: fails(w) for n, w in ordinary_work().items()}, ready),
        "imports": lambda: in_fork(failing_imports, ready),
        "notes": lambda: in_fork(noted, ready),
        "outlives": lambda: outlives_warm(ready_for),
        "broken": lambda: not_applied(ready_for()),
    }
    print(json.dumps(jobs[CONFIG["job"]]()))


if __name__ == "__main__":
    main()
