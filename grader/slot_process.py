"""The process behind a slot: pytest with the suite plugin, jobs on standard input."""

from __future__ import annotations

import os
import queue
import sys
import threading
import traceback
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import IO, cast

import numpy as np

from grader import jobs
from grader.caller import SuiteFault
from grader.channel import RemoteFault, Warm
from grader.jobs import Done, Fault, Job, Ready
from grader.rubric import BrokenRubric, Suite, load


def main() -> None:
    """Be a slot: arguments are the assignment, the suite and `confined` or `unconfined`."""
    assignment, confinement = Path(sys.argv[1]), sys.argv[3]
    suite = cast("Suite", sys.argv[2])  # the command line has checked it
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what pytest or a test prints must not reach the answers
    try:
        with Warm(confined=confinement == "confined") as warm:
            hold(assignment, suite, warm, answers)
    except (BrokenRubric, SuiteFault, RemoteFault) as error:
        jobs.send(answers, Fault(str(error)))
    except BaseException:
        jobs.send(answers, Fault(traceback.format_exc(limit=-6)))
    os._exit(1)  # the thread that waits for jobs would not let go of standard input


def hold(assignment: Path, suite: Suite, warm: Warm, answers: IO[bytes]) -> None:
    """Run pytest until no more jobs come. Raises what kept it from grading."""
    # Only now, while the warm process does its own imports.
    import pytest

    from grader.suite import GradeSuite

    rubric = load(assignment)

    def collected() -> None:
        # A worker that cannot be confined is told of now, once, and not with each submission.
        limits = rubric.limits.memory_mib, ceil(rubric.limits.submission_seconds)
        warm.end(warm.start(limits, lambda _: None), 0)
        jobs.send(answers, Ready(sys.version.split()[0], np.__version__))

    plugin = GradeSuite(
        assignment,
        rubric,
        suite,
        warm,
        incoming(sys.stdin.buffer),
        collected,
        lambda record: jobs.send(answers, Done(record)),
    )
    pytest.main(arguments(assignment, suite), plugins=[plugin, plugin.reports])
    if plugin.fault is not None:
        raise plugin.fault


def incoming(stream: IO[bytes]) -> Iterator[Job]:
    """Yield the jobs as they come. Where the owner is gone, this process ends at once."""
    waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()

    def read() -> None:
        while (job := jobs.receive_job(stream)) is not None:
            waiting.put(job)
        os._exit(0)  # also in the middle of a job; the warm process then ends its worker

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield waiting.get()


def arguments(assignment: Path, suite: Suite) -> list[str]:
    """How pytest is called in a slot: nothing of the outside, nothing printed, no tracebacks."""
    folders = ["public", "hidden"] if suite == "all" else [suite]
    # Each costs time at every test, or writes where nobody reads.
    dropped = ["cacheprovider", "doctest", "logging", "pastebin", "stepwise"]
    dropped += ["assertion", "capture", "debugging", "faulthandler"]
    dropped += ["setuponly", "setupplan", "unittest"]
    dropped += ["subtests", "threadexception", "unraisableexception", "warnings"]
    return [
        *("-c", "/dev/null", f"--rootdir={assignment}", f"--confcutdir={assignment}"),
        *("-p", "pytest_jsonreport.plugin", "--json-report-file=none"),
        *("--json-report-omit", "collectors", "log", "traceback", "streams", "warnings"),
        *("keywords", "--tb=no"),
        *(f"-pno:{name}" for name in dropped),
        # From the working folder: a "[" in the whole path would begin a parameter.
        *(f"tests/{folder}" for folder in folders),
    ]
