"""What a graded test holds as `submission`: calls under the time rules, and their trouble."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from grader.remote import CallFailed, Remote, RemoteFault
from grader.rubric import SECONDS_AFTER_A_TIMEOUT, Limits

# SECONDS_AFTER_A_TIMEOUT is for the tests after an exercise's first time-out.
TIMEOUTS_BEFORE_GIVING_UP = 2
SECONDS_ASIDE = 1.0  # for an exercise's calls that belong to no test, all together
# How many imports of a submission an exercise may cost: its tests after that are not reached.
IMPORTS_BEFORE_GIVING_UP = 2


class SuiteFault(Exception):
    """The suites cannot be run as they stand. Says what to mend."""


class Caller:
    """Calls the submission's functions for one test after another."""

    def __init__(self, limits: Limits) -> None:
        self.memo: dict[str, object] = {}  # what tests keep about the submission
        self.trouble: CallFailed | None = None
        self.refusal: str | None = None  # why there is nothing to run
        self.fault: Exception | None = None
        self._limits = limits
        self._remote: Remote | None = None
        self._exercise = ""
        self._timeouts: Counter[str] = Counter()
        # Seconds by exercise: in imports, and in calls that belong to no test.
        self._loading: defaultdict[str, float] = defaultdict(float)
        self._aside: defaultdict[str, float] = defaultdict(float)
        self._patches: Mapping[str, str] = {}
        self._end_of_job = 0.0
        self._end_of_item = 0.0
        self._ended: CallFailed | None = None

    def call(self, name: str, *args: object, **kwargs: object) -> object:
        """Call the submission's function `name`.

        Raises CallFailed where it did not answer. Arrays that the call changed are changed in
        place here too.
        """
        if self._ended is not None:
            raise self._ended
        assert self._remote is not None
        try:
            return self._remote.call(name, args, kwargs, self._end_of_item - time.monotonic())
        except CallFailed as error:
            self.trouble = self.trouble or error
            if not self._remote.alive:
                self._ended = error
            raise
        except RemoteFault as fault:
            self.fault = fault
            raise

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Calls in here are no part of the test: their trouble is not its own, their time short."""
        kept, start = (self.trouble, self._ended, self._end_of_item), time.monotonic()
        left = SECONDS_ASIDE - self._aside[self._exercise]
        if left <= 0:
            self._end(_failed("not_reached", "no time is left for what is not a test"))
        self._end_of_item = min(self._end_of_item, start + left)
        try:
            yield
        finally:
            self._aside[self._exercise] += time.monotonic() - start
            self.trouble, self._ended, self._end_of_item = kept

    def timeouts(self, exercise: str) -> int:
        """How often the exercise's tests timed out so far."""
        return self._timeouts[exercise]

    # What the plugin says.

    def begin_job(self, remote: Remote, refusal: str | None) -> None:
        """Take a new submission. With `refusal` there is nothing to run, and every call says so."""
        self._remote = remote
        self._patches = {}
        self.memo.clear()
        self._timeouts.clear()
        self._loading.clear()
        self._aside.clear()
        self._end_of_job = time.monotonic() + self._limits.submission_seconds
        self.refusal = refusal
        if refusal is None:
            remote.load()

    def begin_patched(self, exercise: str, patches: Mapping[str, str]) -> None:
        """Go on in a fresh worker that has working versions of the functions in `patches`."""
        assert self._remote is not None
        self._patches = patches
        self.memo.clear()
        self._timeouts[exercise], self._loading[exercise] = 0, 0.0
        self._remote.stop()

    def begin_item(self, exercise: str) -> None:
        """Start a test: a worker that has imported the submission, a clock, no trouble yet."""
        assert self._remote is not None
        self._exercise = exercise
        self.trouble = self._ended = None
        if self.refusal is not None:
            self._end(_failed("failed", self.refusal, during="import"))
        elif self._timeouts[exercise] >= TIMEOUTS_BEFORE_GIVING_UP:
            self._end(_failed("not_reached", "not run: two tests before it never ended"))
        elif time.monotonic() >= self._end_of_job:
            self._end(_failed("not_reached", "not run: the time for the whole submission is up"))
        elif self._loading[exercise] > IMPORTS_BEFORE_GIVING_UP * self._limits.import_seconds:
            self._end(_failed("not_reached", "not run: it ended the program again and again"))
        else:
            start = time.monotonic()
            self._remote.load(self._patches)
            self._loading[exercise] += time.monotonic() - start
        seconds = SECONDS_AFTER_A_TIMEOUT if self._timeouts[exercise] else self._limits.test_seconds
        self._end_of_item = min(time.monotonic() + seconds, self._end_of_job)

    def end_item(self) -> None:
        """Count a time-out of the test that just ran. One at import is no exercise's own."""
        trouble = self._ended
        if trouble is not None and trouble.kind == "timed_out" and trouble.during == "call":
            self._timeouts[self._exercise] += 1

    def _end(self, trouble: CallFailed) -> CallFailed:
        self.trouble = self._ended = trouble
        return trouble


def _failed(kind: str, text: str, during: str = "call") -> CallFailed:
    return CallFailed(kind, "", text, None, during)
