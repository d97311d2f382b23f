"""Grade one submission: from a path to a scorecard."""

from __future__ import annotations

import sys
from pathlib import Path

from grader import submission as submissions
from grader.provenance import grader_block
from grader.rubric import BrokenRubric, Rubric, Suite, load
from grader.scorecard import RecordFault, Scorecard, build, not_graded
from grader.slots import Slot, SlotFault

ON_WINDOWS = (
    "Windows cannot fence a student's code. Grade in WSL (type `wsl` in a terminal), in a "
    "codespace, or on GitHub (Actions, Regrade: .github/workflows/regrade.yml). Students' own "
    "`python -m pytest` works here."
)


class NoSuchSuite(Exception):
    """The assignment does not hold the tests that were asked for."""


def run(
    assignment: Path, path: Path, suite: Suite | None, *, confined: bool
) -> tuple[Scorecard, Rubric | None]:
    """Grade the submission at `path` with the suites of `assignment`; also return their rubric.

    `suite` None means all, or public where the hidden tests are absent. Raises NotASubmission
    where `path` is not there and NoSuchSuite where the tests are not; whatever else goes wrong
    is in the scorecard: a mark of 0 where it is the submission's, `not_graded` where it is the
    grader's.
    """
    chosen: Suite = suite or default_suite(assignment)
    if chosen != "public" and default_suite(assignment) == "public":
        raise NoSuchSuite(f"{assignment} holds no hidden tests: leave --suite {chosen} out.")
    if sys.platform == "win32":
        return not_graded("", chosen, ON_WINDOWS), None
    try:
        rubric = load(assignment)
    except BrokenRubric as error:
        submissions.check_there(path)
        return not_graded("", chosen, str(error)), None
    submission = submissions.take(path, rubric.submission.files)
    try:
        with Slot(assignment, rubric, chosen, confined=confined) as slot:
            ready = slot.ready()
            grader = grader_block(assignment, rubric, ready, confined=confined)
            record = slot.grade(submission)
        return build(record, rubric, chosen, submission, grader), rubric
    except (SlotFault, RecordFault) as error:
        return not_graded(rubric.assignment, chosen, str(error)), rubric


def default_suite(assignment: Path) -> Suite:
    """All suites, or the public one where the hidden tests are absent."""
    return "all" if (assignment / "tests" / "hidden").is_dir() else "public"
