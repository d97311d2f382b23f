"""Submissions through long-lived slots, each by exactly one, wherever the slots are.

`grade_one` is the job. A thread that runs it keeps a bench (a slot and what turns its records
into scorecards) for the jobs to come, be it a thread of this process or of a Dask worker on
another machine. So local and remote grading differ in the executor alone.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from pathlib import Path

import msgspec

from grader.provenance import grader_block
from grader.rubric import BrokenRubric, Suite, load
from grader.scorecard import Grader, RecordFault, build
from grader.slots import Slot, SlotFault
from grader.submission import Submission

HERE = Path(__file__).resolve().parents[2]  # the assignment that holds this grader
LOOK_SECONDS = 5  # how often to see whether anybody is still there to grade
TRIES = 2  # a slot that failed is replaced once; then the submission is not graded


class OtherSuite(Exception):
    """A machine holds another version of the suite, so its marks could differ from ours."""


class Desk(msgspec.Struct, frozen=True):
    """What to grade with: all that a worker must know beside the submission."""

    assignment: str
    suite: Suite
    confined: bool
    suite_digest: str = ""  # "" for any


class Graded(msgspec.Struct, frozen=True):
    """What came of a submission: a scorecard as JSON, or the reason why there is none."""

    card: bytes | None
    seconds: float = 0.0
    reason: str = ""


class Bench:
    """A slot, and what turns its records into scorecards."""

    def __init__(self, desk: Desk, core: int | None = None) -> None:
        """Start the slot; it gets ready while the caller goes on. Raises BrokenRubric, OSError."""
        assignment = Path(desk.assignment)
        self._assignment = assignment if assignment.is_dir() else HERE
        self._rubric = load(self._assignment)
        self._slot = Slot(
            self._assignment, self._rubric, desk.suite, confined=desk.confined, core=core
        )
        self._grader: Grader | None = None
        self.desk = desk
        self.closed = False

    def grader(self) -> Grader:
        """Wait until the slot is ready. Raises SlotFault, OtherSuite."""
        if self._grader is None:
            confined, wanted = self.desk.confined, self.desk.suite_digest
            ready = self._slot.ready()
            grader = grader_block(self._assignment, self._rubric, ready, confined=confined)
            if wanted not in ("", grader.suite_digest):
                raise OtherSuite(
                    f"{os.uname().nodename} holds another version of this assignment in "
                    f"{self._assignment}, or another grader, Python or numpy (there Python "
                    f"{grader.python} and numpy {grader.numpy}), so its marks could differ. "
                    "Bring it to the same versions."
                )
            self._grader = grader
        return self._grader

    def grade(self, submission: Submission) -> Graded:
        """Grade one submission. Raises SlotFault, RecordFault, OtherSuite."""
        grader = self.grader()
        start = time.monotonic()
        record = self._slot.grade(submission)
        seconds = time.monotonic() - start
        card = build(record, self._rubric, self.desk.suite, submission, grader)
        return Graded(msgspec.json.encode(card), seconds)

    def close(self) -> None:
        """End the slot, also in the middle of a submission."""
        self.closed = True
        self._slot.close()


# The bench of each thread that grades. A thread's jobs are one after the other.
_benches: dict[int, Bench] = {}


def grade_one(desk: Desk, submission: Submission) -> Graded:
    """Grade one submission at this thread's own bench. Raises OtherSuite, and nothing else."""
    reason = ""
    for _ in range(TRIES):
        try:
            bench = _bench(desk)
            return bench.grade(submission)
        except OtherSuite:
            _leave()
            raise
        except Exception as error:  # whatever it is, the next submission must have its turn
            known = isinstance(error, SlotFault | RecordFault | BrokenRubric)
            reason = str(error) if known else f"{type(error).__name__}: {error}"
            if _leave():
                break
    return Graded(None, reason=reason)


def _bench(desk: Desk) -> Bench:
    thread = threading.get_ident()
    bench = _benches.get(thread)
    if bench is None or bench.closed or bench.desk != desk:
        _leave()
        bench = _benches[thread] = Bench(desk)
    return bench


def _leave() -> bool:
    """Close this thread's bench. Says whether somebody had closed it before."""
    bench = _benches.pop(threading.get_ident(), None)
    if bench is None:
        return False
    closed = bench.closed
    bench.close()
    return closed


def close_all() -> None:
    """Close every bench of this process. What is being graded there stays ungraded."""
    for thread in list(_benches):
        if (bench := _benches.get(thread)) is not None:
            bench.close()


@contextmanager
def local(desk: Desk, jobs: int) -> Iterator[tuple[Executor, Grader]]:
    """Threads with a bench each, and what grades there. Raises SlotFault, BrokenRubric."""
    benches: list[Bench] = []
    executor: Executor | None = None
    try:
        own = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []
        for number in range(jobs):  # they start side by side
            benches.append(Bench(desk, own[number] if len(own) == jobs else None))
        grader = benches[0].grader()
        sure = msgspec.structs.replace(desk, suite_digest=grader.suite_digest)
        for bench in benches:
            bench.desk = sure
        waiting = list(benches)

        def sit() -> None:
            _benches[threading.get_ident()] = waiting.pop()

        executor = ThreadPoolExecutor(jobs, "grade", sit)
        yield executor, grader
    finally:
        if executor is not None:  # first, so that no thread starts on its next job
            executor.shutdown(wait=False, cancel_futures=True)
        for bench in benches:
            bench.close()
        close_all()
        if executor is not None:
            executor.shutdown()


def grade_all(
    executor: Executor,
    ahead: Callable[[], int],
    desk: Desk,
    submissions: Iterable[Submission],
) -> Iterator[tuple[str, Graded]]:
    """Yield the digest and the outcome of each submission, as they come.

    No more than `ahead()` submissions are taken at a time, so a large class needs no more
    memory than a small one. Raises OtherSuite, and CancelledError or BrokenExecutor where the
    executor is gone.
    """
    pending: dict[Future[Graded], str] = {}
    supply = iter(submissions)
    more = True
    try:
        while more or pending:
            room = max(1, ahead()) - len(pending)
            while more and room > 0:
                room -= 1
                submission = next(supply, None)
                if submission is None:
                    more = False
                else:
                    pending[executor.submit(grade_one, desk, submission)] = submission.digest
            done, _ = wait(pending, LOOK_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                yield pending.pop(future), _outcome(future)
    finally:
        for future in pending:
            future.cancel()


def _outcome(future: Future[Graded]) -> Graded:
    try:
        return future.result()
    except (OtherSuite, CancelledError, BrokenExecutor):
        raise
    except Exception as error:  # a submission that ended one worker after the other, as Dask says
        return Graded(None, reason=f"{type(error).__name__}: {error}")
