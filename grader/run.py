"""Grade one submission: from a path to a scorecard."""

from __future__ import annotations

from pathlib import Path

from grader import submission as submissions
from grader.provenance import grader_block
from grader.rubric import BrokenRubric, Rubric, Suite, load
from grader.scorecard import RecordFault, Scorecard, build, not_graded
from grader.slots import Slot, SlotFault


def run(
    assignment: Path, path: Path, suite: Suite | None, *, confined: bool
) -> tuple[Scorecard, Rubric | None]:
    """Grade the submission at `path` with the suites of `assignment`; also return their rubric.

    `suite` None means all, or public where the hidden tests are absent. Raises NotASubmission
    where `path` is not there; whatever else goes wrong is in the scorecard: a mark of 0 where
    it is the submission's, `not_graded` where it is the grader's.
    """
    chosen: Suite = suite or default_suite(assignment)
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
