"""Whatever a submission does, the grader gets an answer or one exception, and soon."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from grader.remote import Warm
from tests.project.workers import alive, at_import, call, failure, submitted

linux = pytest.mark.skipif(sys.platform != "linux", reason="macOS has no such bound or call")


@pytest.fixture(scope="module")
def warm() -> Iterator[Warm]:
    with Warm(confined=False) as process:
        yield process


TROUBLES = {
    "raise ValueError('no')": ("failed", "ValueError", "no"),
    "import sys; sys.exit()": ("failed", "SystemExit", "exit status 0"),
    "import sys; sys.exit('bye')": ("failed", "SystemExit", "exit status 1"),
    "quit(3)": ("failed", "SystemExit", "exit status 3"),
    "import os; os._exit(0)": ("failed", "SystemExit", "exit status 0"),
    "raise KeyboardInterrupt": ("failed", "KeyboardInterrupt", ""),
    "import ctypes; ctypes.string_at(0)": ("crashed", "", "signal 11, SIGSEGV"),
    "import os; os.abort()": ("crashed", "", "SIGABRT"),
    "import os; os.kill(os.getpid(), 9)": ("crashed", "", "SIGKILL"),
    "import os; os.kill(os.getpid(), 31)": ("forbidden", "", "not allow"),
    "import os; os.closerange(3, 64)": ("failed", "SystemExit", "exit status 1"),
    "import os, time; os.closerange(3, 64); time.sleep(9)": ("failed", "", "closed the pipe"),
    "[junk(n) for n in range(3, 64)]": ("failed", "", "wrote into the pipe"),
    "while True: pass": ("timed_out", "", "no answer after 0.3 s"),
    "import time; time.sleep(99)": ("timed_out", "", "no answer after 0.3 s"),
}


@pytest.mark.parametrize("statement", TROUBLES)
def test_each_trouble_has_its_outcome_and_ends_with_it(warm: Warm, statement: str) -> None:
    source = f"""
import os, sys
def junk(n):
    try:
        os.write(n, b"junk" * 9)
    except OSError:
        pass
def f():
    {statement}
def g(x): return x + 1
"""
    kind, type_name, text = TROUBLES[statement]
    with submitted(warm, source) as remote:
        trouble = failure(remote, "f", seconds=0.3)
        assert (trouble.kind, trouble.type_name, trouble.during) == (kind, type_name, "call")
        assert text in trouble.text
        assert call(remote, "g", 1) == 2
        assert remote.import_trouble is None


@pytest.mark.parametrize("statement", [s for s in TROUBLES if "junk" not in s])
def test_each_trouble_at_import_is_said_at_every_call(warm: Warm, statement: str) -> None:
    kind, type_name, text = TROUBLES[statement]
    with submitted(warm, f"{statement}\ndef f(): return 1\n", import_seconds=0.3) as remote:
        assert remote.import_trouble is not None
        for name in "fg":
            trouble = failure(remote, name)
            assert (trouble.kind, trouble.type_name, trouble.during) == (kind, type_name, "import")
            assert text in trouble.text


def test_a_loop_that_shrugs_everything_off_is_killed(warm: Warm) -> None:
    source = """
import signal
def f():
    for number in range(1, signal.NSIG):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        try:
            while True: pass
        except BaseException:
            continue
"""
    with submitted(warm, source) as remote:
        assert failure(remote, "f", seconds=0.3).kind == "timed_out"


@linux
def test_a_worker_that_has_itself_traced_is_killed(warm: Warm) -> None:
    source = """
import ctypes, os, time
def f():
    ctypes.CDLL(None).ptrace(0, 0, None, None)
    os.kill(os.getpid(), 10)
    time.sleep(99)
def pid(): return os.getpid()
"""
    with submitted(warm, source) as remote:
        pid = call(remote, "pid")
        assert failure(remote, "f", seconds=0.3).kind == "timed_out"
        assert not alive(pid)


@pytest.mark.parametrize("ignored", [False, True])
def test_processor_time_is_bounded_too(warm: Warm, ignored: bool) -> None:
    source = f"""
import signal
if {ignored}: signal.signal(signal.SIGXCPU, signal.SIG_IGN)
def f():
    while True: pass
"""
    with submitted(warm, source, submission_seconds=1) as remote:
        trouble = failure(remote, "f", seconds=9.0)
        assert trouble.kind == "timed_out"
        assert "computing" in trouble.text


@linux
def test_a_crash_at_the_memory_cap_is_out_of_memory(warm: Warm) -> None:
    source = """
import ctypes
def f():
    hoard = []
    try:
        while True: hoard.append(b"x" * 2**20)
    except MemoryError:
        ctypes.string_at(0)
"""
    with submitted(warm, source, memory_mib=400) as remote:
        assert failure(remote, "f").kind == "out_of_memory"


def test_a_worker_that_does_not_read_its_request_is_timed_out(warm: Warm) -> None:
    source = """
import os, signal, threading, time
def f():
    stop = lambda: (time.sleep(0.05), os.kill(os.getpid(), signal.SIGSTOP))
    threading.Thread(target=stop, daemon=True).start()
def g(x): return x.size
"""
    with submitted(warm, source) as remote:
        call(remote, "f")
        time.sleep(0.15)
        large = np.zeros(200_000)  # more than the pipe holds
        assert failure(remote, "g", large, seconds=0.2).kind == "timed_out"
        assert call(remote, "g", large) == large.size


def test_unasked_frames_and_late_deaths_cost_the_next_call_nothing(warm: Warm) -> None:
    source = """
import os, struct, threading, time
def later(action):
    threading.Thread(target=lambda: (time.sleep(0.05), action()), daemon=True).start()
def dies(): later(lambda: os._exit(0))
def babbles(): later(lambda: os.write(replies(), struct.pack("<I", 9) + b"not a frame"))
def replies():
    import fcntl
    return max(n for n in range(3, 9) if flags(n) == os.O_WRONLY)
def flags(n):
    import fcntl
    try:
        return fcntl.fcntl(n, fcntl.F_GETFL) & os.O_ACCMODE
    except OSError:
        return None
def g(): return 1
"""
    with submitted(warm, source) as remote:
        for name in ("dies", "babbles"):
            call(remote, name)
            time.sleep(0.15)
            assert call(remote, "g") == 1


def test_a_reply_of_the_wrong_number_or_kind_is_no_reply(warm: Warm) -> None:
    source = """
import os, struct
def say(body):
    for n in range(3, 9):
        try:
            os.write(n, struct.pack("<I", len(body)) + body)
            break
        except OSError:
            continue
ARRAY = b"\\x94\\xa5Array\\xa4int8\\x91\\x01\\xc4\\x01a"
RETURNED = b"\\x93\\xa8Returned\\x01"
def number(x): say(b"\\x92\\x63" + RETURNED + b"\\x80")
def kind(x): say(b"\\x92\\x03\\x92\\xa7Answers\\x80")
def unsafe(x): say(b"\\x92\\x03\\x93\\xa7Answers\\x80\\xa1x")
def place(x): say(b"\\x92\\x03" + RETURNED + b"\\x81\\x05" + ARRAY)
def shape(x): say(b"\\x92\\x03" + RETURNED + b"\\x81\\x00" + ARRAY)
def right(x): say(b"\\x92\\x03" + RETURNED + b"\\x80")
"""
    for name in ("number", "kind", "unsafe", "place", "shape"):
        with submitted(warm, source) as remote:
            trouble = failure(remote, name, np.zeros(2))
            assert (trouble.kind, trouble.type_name) == ("failed", "")
            assert "pipe" in trouble.text
    with submitted(warm, source) as remote:
        assert call(remote, "right", np.zeros(2)) == 1  # so the bytes above are what they seem


def test_a_value_too_large_is_named_and_the_next_call_works(warm: Warm) -> None:
    source = "import numpy as np\ndef f(n): return np.broadcast_to(1.0, (n, n))\n"
    with submitted(warm, source) as remote:
        assert call(remote, "f", 10**6).type_name == "ndarray"
        assert call(remote, "f", 2).tolist() == [[1, 1], [1, 1]]


def test_files_too_large_for_a_frame_are_the_submissions_trouble(warm: Warm) -> None:
    trouble = at_import(warm, b"#" * 5 * 2**20)
    assert (trouble.kind, trouble.during) == ("failed", "import")


def test_deep_recursion_is_an_ordinary_failure(warm: Warm) -> None:
    with submitted(warm, "def f(x): return f(x)\ndef g(): return 1\n") as remote:
        assert failure(remote, "f", 1).type_name == "RecursionError"
        assert call(remote, "g") == 1


def test_a_memory_error_leaves_a_worker_that_can_go_on(warm: Warm) -> None:
    source = """
import numpy as np
def f():
    hoard = []
    while True:
        hoard.append(np.ones(2**20))
def g(): return np.ones(2**21).sum()
"""
    with submitted(warm, source, memory_mib=400) as remote:
        trouble = failure(remote, "f")
        assert (trouble.kind, trouble.type_name) == ("out_of_memory", "MemoryError")
        assert trouble.line == 6
        assert call(remote, "g") == 2**21
