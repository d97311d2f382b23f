"""Grade what was found: into the store, by whoever is there to do it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from msgspec import Struct, structs

from grader.cohort.cluster import cluster
from grader.cohort.handed_in.find import CannotTake, Entry
from grader.cohort.pool import Desk, grade_all, local
from grader.cohort.progress import Progress
from grader.cohort.store import Store
from grader.roll import Row, Student
from grader.scorecard import Grader
from grader.submission import Submission

Listed = list[tuple[Student, "Entry | None"]]  # the class, in order; None: handed in nothing


class Crew(Struct, frozen=True):
    """Who grades: an executor, how many submissions to hand it at once, and with what."""

    executor: Executor
    ahead: Callable[[], int]
    desk: Desk
    grader: Grader


@contextmanager
def crew(desk: Desk, jobs: int | None, scheduler: str | None) -> Iterator[Crew]:
    """Slots of this machine, or those of a cluster that hold the same suite as this machine.

    Raises SlotFault where nothing can be graded here, BrokenRubric, CannotReach.
    """
    many = 1 if scheduler else jobs or cores()
    with local(desk, many) as (threads, grader):
        sure = structs.replace(desk, suite_digest=grader.suite_digest)
        if scheduler is None:
            yield Crew(threads, lambda: 2 * many, sure, grader)
            return
    with cluster(scheduler) as (executor, ahead):
        yield Crew(executor, ahead, sure, grader)


def cores() -> int:
    """How many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # macOS lacks it
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def grade(listed: Listed, staff: Crew, store: Store, progress: Progress) -> int:
    """Enter everybody, and grade each submission of which the store holds no scorecard.

    Returns how many students' scorecards the store held from before. Equal submissions are
    graded once. Raises CannotStore, OtherSuite and what the executor has to say.
    """
    sent: set[str] = set()
    settled = graded = kept = 0

    def supply() -> Iterator[Submission]:
        nonlocal settled, kept
        for place, (student, entry) in enumerate(listed):
            submission = _enter(store, place, student, entry)
            digest = submission.digest if submission else ""
            if submission is None or digest in sent or store.holds(digest):
                settled += 1
                kept += bool(digest) and digest not in sent
                progress.show(settled, graded)
                continue
            sent.add(digest)
            yield submission

    store.begin()
    for digest, outcome in grade_all(staff.executor, staff.ahead, staff.desk, supply()):
        if outcome.card is None:
            store.fault(digest, outcome.reason)
        else:
            store.keep(digest, outcome.card, outcome.seconds)
        settled, graded = settled + 1, graded + 1
        progress.show(settled, graded)
    return kept


def _enter(store: Store, place: int, student: Student, entry: Entry | None) -> Submission | None:
    """Put one student's line into the store, and return what is to be graded."""
    if entry is None:
        store.enter(place, Row(student=student, status="no_submission"), None)
        return None
    try:
        taken = entry.take()
    except CannotTake as error:
        row = Row(student=student, status="not_graded", path=entry.path, notes=[str(error)])
        store.enter(place, row, None)
        return None
    submission, notes = taken.submission, list(taken.notes)
    if submission is not None:
        # What is said of this folder is its own: equal files elsewhere share the scorecard.
        notes += [*submission.notes, *filter(None, [submission.refusal])]
        submission = structs.replace(submission, notes=[])
    row = Row(
        student=student,
        status="no_submission" if submission is None else "not_graded",
        path=entry.path,
        commit=taken.commit,
        committed_at=taken.committed_at,
        late=taken.late,
        notes=notes,
    )
    store.enter(place, row, submission.digest if submission else None)
    return submission
