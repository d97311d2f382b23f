"""What tests of the worker share: small submissions, short limits, and their failures."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader.remote import CallFailed, Remote, Warm
from grader.rubric import Limits

MAIN = "starter/attention.py"
LESSON = b"X = 3\n\n\ndef double(x):\n    return 2 * x\n"


@contextmanager
def submitted(
    warm: Warm, source: str | bytes, *, patches: Mapping[str, str] | None = None, **changes: Any
) -> Iterator[Remote]:
    """A worker with this source as the student's file, beside a lesson. Other limits by keyword."""
    limits = {
        "import_seconds": 2,
        "test_seconds": 1,
        "submission_seconds": 20,
        "memory_mib": 1024,
        "output_kib": 8,
    }
    files = {MAIN: source.encode() if isinstance(source, str) else source}
    remote = Remote(
        warm, files | {"starter/lesson.py": LESSON}, MAIN, ["WHY"], Limits(**(limits | changes))
    )
    remote.load(patches)
    try:
        yield remote
    finally:
        remote.stop()


def call(remote: Remote, name: str, *args: object, seconds: float = 2.0, **kwargs: object) -> Any:
    """The value of a call, to a new worker where there is none."""
    remote.load()
    return remote.call(name, args, kwargs, seconds)


def failure(remote: Remote, name: str, *args: object, seconds: float = 2.0) -> CallFailed:
    """How a call fails; one that does not is this test's failure."""
    with pytest.raises(CallFailed) as caught:
        call(remote, name, *args, seconds=seconds)
    return caught.value


def at_import(warm: Warm, source: str | bytes, **changes: Any) -> CallFailed:
    """How the import of this source fails."""
    with submitted(warm, source, **changes) as remote:
        assert remote.import_trouble is not None
        return remote.import_trouble


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except OSError:
        return sys.platform != "linux"
