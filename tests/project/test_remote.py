"""The grader's end of a worker: what it hears, when workers come and go, whose fault it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from grader import wire
from grader.channel import Channel
from grader.remote import RemoteFault, Warm
from grader.worker.confinement import floor
from tests.project.workers import alive, call, failure, submitted

ROOT = Path(__file__).resolve().parents[2]
linux = pytest.mark.skipif(sys.platform != "linux", reason="macOS bounds and adopts nothing")


@pytest.fixture(scope="module")
def warm() -> Iterator[Warm]:
    with Warm(confined=False) as process:
        yield process


def soon(fact: Callable[[], bool]) -> bool:
    """Whether something comes true within some seconds."""
    until = time.monotonic() + 5
    while not fact() and time.monotonic() < until:
        time.sleep(0.01)
    return fact()


# Output.


def test_output_is_kept_in_order_and_handed_out_once(warm: Warm) -> None:
    source = """
import sys
print("import")
def f(x):
    print("out", x)
    print("err", file=sys.stderr)
    sys.stdout.write("\\udcff\\u2588 no line end")
"""
    with submitted(warm, source) as remote:
        assert remote.take_output() == "import\n"
        call(remote, "f", 1)
        assert remote.take_output() == "out 1\nerr\n\\udcff█ no line end"
        assert remote.take_output() == ""


def test_output_of_a_second_import_is_not_repeated(warm: Warm) -> None:
    source = "import os\nprint('import')\ndef f(): os._exit(0)\ndef g(): print('g')\n"
    with submitted(warm, source) as remote:
        failure(remote, "f")
        call(remote, "g")
        assert remote.take_output() == "import\ng\n"


def test_a_flood_is_cut_once_and_noted_once(warm: Warm) -> None:
    source = """
import sys
def f():
    for _ in range(100):
        sys.stdout.write("x" * 100_000)
        sys.stderr.write("noise\\n" * 10_000)
    return 1
"""
    with submitted(warm, source, output_kib=8) as remote:
        assert call(remote, "f", seconds=20.0) == 1
        assert call(remote, "f", seconds=20.0) == 1
        assert remote.take_output() == "x" * 8192
        assert len(remote.notes) == 1
        assert "8 KiB" in remote.notes[0]


@pytest.mark.parametrize(
    "statement",
    [
        "sys.stdout.close(); sys.stderr.close()",
        "os.close(1); os.close(2)",
        "os.closerange(0, 3)",
        "sys.stdout = sys.stderr = None",
        "sys.stdout = Broken()",
        "sys.__stdout__ = sys.stderr = Broken()",
        "threading.Thread(target=forever, daemon=True).start()",
    ],
)
def test_a_worker_outlives_its_streams(warm: Warm, statement: str) -> None:
    source = f"""
import os, sys, threading
class Broken:
    def flush(self): raise SystemExit
def forever():
    while True: print("x" * 1000)
def f(): {statement}
def g(): return 1
"""
    with submitted(warm, source) as remote:
        call(remote, "f")
        assert call(remote, "g") == 1


# Processes come and go.


def test_stop_ends_the_worker_and_load_starts_another(warm: Warm) -> None:
    with submitted(warm, "import os\ndef f(): return os.getpid()\n") as remote:
        first = call(remote, "f")
        remote.load()
        assert call(remote, "f") == first
        remote.stop()
        assert not alive(first)
        remote.stop()
        second = call(remote, "f")
        assert second != first
    assert not alive(second)


@linux
def test_what_a_worker_leaves_behind_is_ended_with_it(warm: Warm) -> None:
    source = """
import os, time
def f():
    read, write = os.pipe()
    if os.fork():
        os.wait()
        return int(os.read(read, 20))
    os.setsid()
    if os.fork():
        os._exit(0)
    os.write(write, str(os.getpid()).encode())
    time.sleep(99)
"""
    with submitted(warm, source) as remote:
        grandchild = call(remote, "f")
        assert alive(grandchild)
    assert not alive(grandchild)


def test_one_warm_process_serves_one_worker_at_a_time(warm: Warm) -> None:
    with (
        submitted(warm, "") as remote,
        pytest.raises(RemoteFault, match="still there"),
        submitted(warm, ""),
    ):
        pass
    remote.load()
    remote.stop()


@linux
def test_a_warm_process_that_died_is_the_graders_fault_and_replaced(warm: Warm) -> None:
    with submitted(warm, "import os\ndef f(): return os.getppid(), os.getpid()\n") as remote:
        parent, worker = call(remote, "f")
        os.kill(parent, signal.SIGKILL)
        assert soon(lambda: not alive(worker))
        with pytest.raises(RemoteFault):
            call(remote, "f")
        other, _ = call(remote, "f")
        assert other != parent


def test_closing_ends_the_worker_too() -> None:
    warm = Warm(confined=False)
    source = "import os\ndef f(): return os.getpid(), os.getppid()\n"
    with suppress(RemoteFault), submitted(warm, source) as remote:
        pids = call(remote, "f")
        warm.close()  # so that nothing is left to stop
    assert not any(map(alive, pids))


OWNER = f"""
import sys, time
sys.path.insert(0, {str(ROOT)!r})
from grader.remote import Warm
from tests.project.workers import call, submitted
with Warm(confined=False) as warm:
    source = "import os\\ndef f(): return os.getpid(), os.getppid()\\ndef g():\\n  while True: pass"
    with submitted(warm, source) as remote:
        print(*call(remote, "f"), flush=True)
        call(remote, "g", seconds=60.0)
"""


def test_nothing_is_left_when_the_owner_is_killed() -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    pids = [int(pid) for pid in owner.stdout.readline().split()]
    owner.kill()
    owner.wait()
    owner.stdout.close()
    assert len(pids) == 2
    assert soon(lambda: not any(map(alive, pids)))


# What is the grader's own fault.


@pytest.mark.parametrize("argument", [{}, [1], 2**70, np.array(["a"]), np.zeros(10**6)])
def test_arguments_that_cannot_cross_are_the_suites_fault(warm: Warm, argument: object) -> None:
    with submitted(warm, "def f(x): return 1\n") as remote:
        with pytest.raises(RemoteFault, match="a test calls f"):
            call(remote, "f", argument)
        assert call(remote, "f", 1) == 1


def test_a_read_only_argument_is_the_suites_fault(warm: Warm) -> None:
    array = np.zeros(2)
    array.setflags(write=False)
    with (
        submitted(warm, "def f(x): return 1\n") as remote,
        pytest.raises(RemoteFault, match="copy"),
    ):
        call(remote, "f", array)


def test_a_worker_that_cannot_set_its_limits_serves_nobody(warm: Warm) -> None:
    with (
        pytest.raises(RemoteFault, match="cannot be made safe"),
        submitted(warm, "print('here')\n", memory_mib=10**15),
    ):
        pass


@pytest.mark.skipif(floor() is not None, reason="submissions cannot be confined here")
def test_what_confinement_refuses_is_forbidden() -> None:
    source = "def f(): open('/etc/passwd')\ndef g(x): return x\n"
    with Warm(confined=True) as warm, submitted(warm, source) as remote:
        trouble = failure(remote, "f")
        assert (trouble.kind, trouble.type_name) == ("forbidden", "PermissionError")
        assert call(remote, "g", 1) == 1


@pytest.mark.skipif(floor() is not None, reason="submissions cannot be confined here")
def test_the_null_device_can_be_written_to_and_nothing_else() -> None:
    source = """
import contextlib, io, os
def f():
    with open(os.devnull, "w") as sink, contextlib.redirect_stdout(sink):
        print("lost")
    io.open(os.devnull, mode="ab").write(b"lost")
    print("kept")
    return open(os.devnull).read()
def g(): open("/dev/zero", "w")
"""
    with Warm(confined=True) as warm, submitted(warm, source) as remote:
        assert call(remote, "f") == ""
        assert remote.take_output() == "kept\n"
        assert failure(remote, "g").kind == "forbidden"


def test_a_channel_reads_a_reply_in_pieces_and_bounds_its_wait() -> None:
    their_requests, requests = os.pipe()
    replies, theirs = os.pipe()
    output, printed = os.pipe()
    heard: list[bytes] = []
    channel = Channel([requests, replies, output], heard.append)
    try:
        with pytest.raises(TimeoutError):
            channel.ask(b"x" * 10**6, 0.05)  # nobody reads
        os.write(theirs, b"\3\0\0")
        with pytest.raises(TimeoutError):
            channel.ask(b"", 0.05)
        os.write(printed, b"hello")
        os.write(theirs, b"\0abcd")
        assert channel.ask(b"", 1.0) == b"abc"
        assert heard == [b"hello"]
        os.write(theirs, b"\xff\xff\xff")
        with pytest.raises(wire.WireError):
            channel.ask(b"", 1.0)
        os.close(theirs)
        with pytest.raises(wire.WireError):
            channel.ask(b"", 1.0)
    finally:
        channel.close()
        os.close(their_requests)
        os.close(printed)
