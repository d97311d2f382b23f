"""The time rules of a test's calls, with a worker and a clock of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import pytest

from grader.caller import Caller
from grader.remote import CallFailed, Remote
from grader.rubric import Limits

LIMITS = Limits(
    import_seconds=10, test_seconds=5, submission_seconds=180, memory_mib=512, output_kib=1
)


class Clock:
    """Stands for a worker whose import takes a while, and for the time that goes by."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.import_takes = 0.0
        self.ends_with = ""
        self.alive = False
        self.given: list[float] = []
        self.import_trouble = None

    def monotonic(self) -> float:
        return self.now

    def load(self, _: Mapping[str, str] | None = None) -> None:
        if not self.alive:
            self.now += self.import_takes
            self.alive = True

    def stop(self) -> None:
        self.alive = False

    def call(self, *_: object) -> str:
        seconds = cast("float", _[-1])
        self.given.append(seconds)
        if self.ends_with:
            self.alive = False
            self.now += seconds if self.ends_with == "timed_out" else 0
            raise CallFailed(self.ends_with, "", "", None, "call")
        return "value"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("grader.caller.time", clock)
    return clock


def tried(caller: Caller, exercise: str, calls: int = 1) -> str:
    """The outcome of one test that calls so often."""
    caller.begin_item(exercise)
    outcome = "passed"
    for _ in range(calls):
        try:
            caller.call("f")
        except CallFailed as error:
            outcome = error.kind
    caller.end_item()
    return outcome


def begun(clock: Clock) -> Caller:
    caller = Caller(LIMITS)
    caller.begin_job(cast("Remote", clock), None)
    return caller


def test_time_outs_of_an_exercise(clock: Clock) -> None:
    caller = begun(clock)
    clock.ends_with = "timed_out"
    assert [tried(caller, "a") for _ in range(3)] == ["timed_out", "timed_out", "not_reached"]
    assert clock.given == [5, 1]
    clock.ends_with = ""
    assert tried(caller, "b") == "passed"
    assert clock.given[-1] == 5


def test_a_worker_that_is_gone_ends_the_test(clock: Clock) -> None:
    caller = begun(clock)
    clock.ends_with = "failed"
    assert tried(caller, "a", calls=3) == "failed"
    assert len(clock.given) == 1
    assert tried(caller, "a") == "failed"
    assert len(clock.given) == 2


def test_slow_imports_cost_their_own_exercise_only(clock: Clock) -> None:
    caller = begun(clock)
    clock.import_takes, clock.ends_with = 9, "failed"
    outcomes = [tried(caller, "a") for _ in range(8)]
    assert outcomes == ["failed"] * 4 + ["not_reached"] * 4
    clock.ends_with = ""
    assert tried(caller, "b") == "passed"


def test_the_time_for_the_whole_submission(clock: Clock) -> None:
    caller = begun(clock)
    clock.now += 178
    assert tried(caller, "a") == "passed"
    assert clock.given == [2]
    clock.now += 2
    assert tried(caller, "b") == "not_reached"


def test_calls_aside_share_a_second(clock: Clock) -> None:
    caller = begun(clock)
    caller.begin_item("a")
    clock.ends_with = "timed_out"
    for outcome in ("timed_out", "not_reached"):
        with caller.aside(), pytest.raises(CallFailed) as failed:
            caller.call("f")
        assert failed.value.kind == outcome
        assert caller.trouble is None
        clock.alive = True
    assert clock.given == [1]
