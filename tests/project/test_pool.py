"""The pool: each submission at one bench, faults that stay with their own, no look-ahead."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor

import msgspec
import pytest

from grader.cohort import pool
from grader.cohort.pool import Desk, Graded, OtherSuite, grade_all, local
from grader.scorecard import Scorecard
from grader.slots import Slot, SlotFault
from grader.submission import Submission
from tests.project.toy_course import RIGHT, toy_course

Outcomes = dict[str, Graded]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(str(toy_course(tmp_path_factory.mktemp("toy"))), "all", confined=False)


def handed_in(text: str) -> Submission:
    return Submission({"starter/toy.py": text.encode()}, None, [])


def some(count: int) -> list[Submission]:
    """Right and wrong programs in turn, all different."""
    wrong = RIGHT.replace("2 * x", "3 * x")
    return [handed_in(f"{[RIGHT, wrong][number % 2]}\n# {number}\n") for number in range(count)]


def points(outcome: Graded) -> int | None:
    assert outcome.card is not None, outcome.reason
    return msgspec.json.decode(outcome.card, type=Scorecard).points


def graded(desk: Desk, submissions: list[Submission], jobs: int = 2) -> Outcomes:
    with local(desk, jobs) as (executor, grader):
        sure = msgspec.structs.replace(desk, suite_digest=grader.suite_digest)
        return dict(grade_all(executor, lambda: 4, sure, submissions))


def test_each_submission_gets_its_own_mark(desk: Desk) -> None:
    submissions = some(12)
    outcomes = graded(desk, submissions)
    assert [points(outcomes[one.digest]) for one in submissions] == [10, 5] * 6
    assert all(outcome.seconds > 0 for outcome in outcomes.values())


def test_a_class_in_another_order_has_the_same_scorecards(desk: Desk) -> None:
    submissions = some(8)
    together = {digest: one.card for digest, one in graded(desk, submissions[::-1]).items()}
    for submission in submissions[:3]:
        (alone,) = graded(desk, [submission], 1).values()
        assert alone.card == together[submission.digest]


def test_a_dead_slot_is_replaced_and_the_submission_tried_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    submissions, killed = some(6), list[int]()
    grade = Slot.grade

    def once(slot: Slot, submission: Submission) -> object:
        if not killed and submission.digest == submissions[2].digest:
            killed.append(slot._process.pid)
            os.kill(slot._process.pid, signal.SIGKILL)
        return grade(slot, submission)

    monkeypatch.setattr(Slot, "grade", once)
    outcomes = graded(desk, submissions)
    assert len(killed) == 1
    assert [points(outcomes[one.digest]) for one in submissions] == [10, 5] * 3


def test_what_no_slot_can_grade_is_not_graded_and_stops_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    submissions, tries = some(6), list[int]()
    grade = Slot.grade

    def never(slot: Slot, submission: Submission) -> object:
        if submission.digest == submissions[2].digest:
            tries.append(slot._process.pid)
            raise SlotFault("the slot has had enough")
        return grade(slot, submission)

    monkeypatch.setattr(Slot, "grade", never)
    outcomes = graded(desk, submissions)
    assert len(set(tries)) == 2  # in two slots
    lost = outcomes.pop(submissions[2].digest)
    assert (lost.card, lost.reason) == (None, "the slot has had enough")
    assert sorted(str(points(one)) for one in outcomes.values()) == ["10", "10", "5", "5", "5"]


def test_a_fault_of_the_grader_itself_stays_with_its_submission(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise KeyError("nobody thought of this")

    monkeypatch.setattr(pool, "build", broken)
    (outcome,) = graded(desk, some(1)).values()
    assert outcome.reason == "KeyError: 'nobody thought of this'"


def test_no_slot_outlives_the_pool(desk: Desk) -> None:
    with local(desk, 2) as (executor, grader):
        sure = msgspec.structs.replace(desk, suite_digest=grader.suite_digest)
        dict(grade_all(executor, lambda: 4, sure, some(4)))
        slots = [bench._slot for bench in pool._benches.values()]
    assert slots
    assert all(slot._process.poll() is not None for slot in slots)


def test_leaving_does_not_wait_for_a_submission_that_never_ends(desk: Desk) -> None:
    endless = handed_in("while True:\n    pass\n")
    with local(desk, 1) as (executor, grader):
        sure = msgspec.structs.replace(desk, suite_digest=grader.suite_digest)
        jobs = [executor.submit(pool.grade_one, sure, endless) for _ in range(3)]
    assert jobs[0].result().card is None
    assert [job.cancelled() for job in jobs] == [False, True, True]


def test_a_submission_that_an_executor_gives_up_is_not_graded(desk: Desk) -> None:
    class Helpless(Executor):
        def submit(self, *_: object, **__: object) -> Future[Graded]:  # type: ignore[override]
            future: Future[Graded] = Future()
            future.set_exception(RuntimeError("three workers died of it"))
            return future

    outcomes = dict(grade_all(Helpless(), lambda: 1, desk, some(2)))
    assert [one.reason for one in outcomes.values()] == [
        "RuntimeError: three workers died of it"
    ] * 2


class Watched(Executor):
    """Says how many submissions were out of the supply when each outcome was asked for."""

    def __init__(self) -> None:
        self.jobs = 0

    def submit(self, *_: object, **__: object) -> Future[Graded]:  # type: ignore[override]
        self.jobs += 1
        future: Future[Graded] = Future()
        future.set_result(Graded(b"{}"))
        return future


def test_no_more_is_read_than_can_be_graded_soon(desk: Desk) -> None:
    taken, executor = 0, Watched()

    def supply() -> Iterator[Submission]:
        nonlocal taken
        for submission in some(100):
            taken += 1
            yield submission

    for number, _ in enumerate(grade_all(executor, lambda: 3, desk, supply()), 1):
        assert taken <= number + 3
    assert taken == executor.jobs == 100


def test_a_desk_of_another_suite_is_refused(desk: Desk) -> None:
    other = msgspec.structs.replace(desk, suite_digest="of somebody else")
    with (
        pytest.raises(OtherSuite, match="holds another version of this assignment"),
        local(desk, 1) as (executor, _),
    ):
        list(grade_all(executor, lambda: 2, other, some(2)))


def test_workers_in_other_processes_grade_alike(desk: Desk) -> None:
    """What a cluster's worker does: everything it needs comes with the job."""
    submissions = some(4)
    here = graded(desk, submissions)
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=fresh) as workers:
        there = dict(grade_all(workers, lambda: 4, desk, submissions))
    assert {digest: one.card for digest, one in there.items()} == {
        digest: one.card for digest, one in here.items()
    }
