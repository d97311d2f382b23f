"""Slots: long-lived processes that run the suites. Jobs go in, records come out.

A slot holds the tests and never the student's code; that runs in the slot's own worker.
Whatever goes wrong in a slot is a `SlotFault`: the submission was not graded, which is not a
mark.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from grader import jobs
from grader.jobs import Done, Fault, Job, Ready
from grader.rubric import Rubric, Suite
from grader.scorecard import Record
from grader.submission import Submission

# A slot bounds each submission itself; its owner waits a little longer and then gives up on it.
GRACE_SECONDS = 30.0
# Numpy needs a PATH for nothing, but the kernel choice must reach the worker's own numpy.
PASSED_THROUGH = ("PATH", "OPENBLAS_CORETYPE", "SYSTEMROOT", "TMPDIR")
BUILT = {
    "LC_ALL": "C.UTF-8",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
_BOOT = (
    "import sys; sys.path.insert(0, sys.argv.pop(1));from grader.slot_process import main; main()"
)


class SlotFault(Exception):
    """The grader could not grade. Says nothing about the submission."""


class Slot(AbstractContextManager["Slot"]):
    """One process with the suites of `assignment` collected, ready for submissions in turn."""

    def __init__(
        self,
        assignment: Path,
        rubric: Rubric,
        suite: Suite,
        *,
        confined: bool,
        core: int | None = None,
    ) -> None:
        """Start the process, on one core if told. Its imports run while the caller goes on.

        A slot and its worker take turns, and across cores each turn waits for the other to wake.
        """
        self._patience = rubric.limits.submission_seconds + GRACE_SECONDS
        # The slot writes to a file rather than to a pipe, so that it can never block on it.
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed in `close`)
        package = str(Path(__file__).resolve().parents[1])
        command = [sys.executable, "-I", "-c", _BOOT, package, str(assignment), suite]
        self._process = subprocess.Popen(
            [*command, "confined" if confined else "unconfined"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=BUILT | {key: os.environ[key] for key in PASSED_THROUGH if key in os.environ},
            cwd=assignment,
            start_new_session=True,  # Ctrl+C is for the command, which then closes the slot
        )
        if core is not None and sys.platform == "linux":
            with suppress(OSError):  # it may have ended, or the core may be gone
                os.sched_setaffinity(self._process.pid, {core})  # what it starts inherits it
        self._ready: Ready | None = None

    def ready(self) -> Ready:
        """Wait until the suites are collected. Raises SlotFault where they cannot be."""
        if self._ready is None:
            answer = self._answer()
            if not isinstance(answer, Ready):
                raise SlotFault("the slot answered before it had collected its tests")
            self._ready = answer
        return self._ready

    def grade(self, submission: Submission) -> Record:
        """Run the suites against one submission. Raises SlotFault."""
        self.ready()
        assert self._process.stdin is not None
        try:
            jobs.send(self._process.stdin, Job(submission.files, submission.refusal))
        except OSError as error:
            raise SlotFault(self._last_words()) from error
        answer = self._answer()
        if not isinstance(answer, Done):
            raise SlotFault("the slot answered out of turn")
        return answer.record

    def close(self) -> None:
        """End the process and wait for it. Safe to call twice."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._log.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answer(self) -> jobs.Answer:
        assert self._process.stdout is not None
        watch = threading.Timer(self._patience, self._process.kill)
        watch.start()
        try:
            answer = jobs.receive_answer(self._process.stdout)
        finally:
            watch.cancel()
        if answer is None:
            raise SlotFault(self._last_words())
        if isinstance(answer, Fault):
            raise SlotFault(answer.reason)
        return answer

    def _last_words(self) -> str:
        status = self._process.wait()
        self._log.seek(0)
        tail = self._log.read().decode("utf-8", "replace").strip().splitlines()[-12:]
        said = "\n".join(tail) if tail else "it printed nothing"
        return f"the process that runs the tests ended (status {status}); {said}"
