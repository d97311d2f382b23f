"""Grading on a Dask cluster: the jobs of `pool`, in the hands of Dask's own executor.

Dask sends each job to a worker, and again to another where a worker dies. A worker is any
machine with this grader installed; it grades with the assignment there, which must be the same.
"""

from __future__ import annotations

import pkgutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from typing import Any

from grader.cohort.pool import close_all
from grader.roll import CannotGradeClass

CONNECT_SECONDS = 15
CLOSE_SECONDS = 5
PATIENCE_SECONDS = 60  # without any worker: a nanny needs a moment to start one again
AGAIN = "What was graded is kept: the same command goes on where it was."
AHEAD = 2  # submissions on the way for each thread, so that none waits for its next


class CannotReach(CannotGradeClass):
    """There is no cluster to grade on. Says what to do."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """The cluster's executor, and how many submissions it can take at a time."""
    try:
        from distributed import Client
    except ImportError as error:
        raise CannotReach(
            "--scheduler needs Dask: install the grader with it, as in "
            '`pip install --editable ".[cluster]"`, here and on each worker.'
        ) from error
    try:
        client: Any = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CannotReach(
            f"no Dask scheduler answers at {address}: start one with `dask scheduler` and give "
            "the address that it prints."
        ) from error
    try:
        workers = _Workers(client, address)
        workers.check()
        # Impure: a submission that was not graded is tried anew by the next run.
        yield client.get_executor(pure=False), workers.ahead
        with suppress(Exception):  # the work is done; a worker that went is no loss
            client.run(close_all)
    finally:
        with suppress(Exception):
            client.close(CLOSE_SECONDS)


class _Workers:
    """The cluster's workers: how many there are, and that there are any."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._seen = time.monotonic()

    def check(self) -> None:
        """Raise CannotReach unless there are workers, and each has the grader."""
        if not self.ahead():
            raise self._none(f"the scheduler at {self._address} has no workers")
        # Dask ends a worker that does not know a job's function, and would wait for ever.
        found = self._client.run(pkgutil.resolve_name, "grader.__version__", on_error="return")
        lacking = [name for name, answer in found.items() if isinstance(answer, Exception)]
        if lacking:
            raise CannotReach(
                f"these workers lack the grader: {', '.join(lacking)}. Install it there as it "
                "is installed here, and start them again."
            )

    def ahead(self) -> int:
        """How many submissions they can take at a time. Raises CannotReach where all are gone."""
        try:
            threads: int = sum(self._client.nthreads().values())
        except Exception as error:  # Dask's words for it are many
            raise CannotReach(f"the scheduler at {self._address} is gone. {AGAIN}") from error
        now = time.monotonic()
        if threads:
            self._seen = now
        if now - self._seen > PATIENCE_SECONDS:
            raise self._none(f"no worker is left. {AGAIN}")
        return AHEAD * threads

    def _none(self, fault: str) -> CannotReach:
        start = f"Start `dask worker {self._address}` on each machine that shall grade"
        return CannotReach(f"{fault}. {start}.".replace("..", "."))
