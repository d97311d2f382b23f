"""One slot that grades one source after another, as a class regrade does."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TypeVar

from grader.provenance import grader_block
from grader.rubric import Suite, load
from grader.scorecard import Scorecard, build
from grader.slots import Slot
from grader.submission import take

Self = TypeVar("Self", bound="Graded")


class Graded:
    """Grades sources with the suites of `assignment`; `seconds` says how long the last one took."""

    def __init__(self, assignment: Path, folder: Path, suite: Suite, *, confined: bool) -> None:
        self.seconds = 0.0
        self._file = folder / "submitted.py"
        self._suite: Suite = suite
        self._rubric = load(assignment)
        self.slot = Slot(assignment, self._rubric, suite, confined=confined)
        ready = self.slot.ready()
        self._grader = grader_block(assignment, self._rubric, ready, confined=confined)

    def grade(self, source: bytes | str) -> Scorecard:
        """Grade one source."""
        self._file.write_bytes(source.encode() if isinstance(source, str) else source)
        submission = take(self._file, self._rubric.submission.files)
        start = time.monotonic()
        record = self.slot.grade(submission)
        self.seconds = time.monotonic() - start
        return build(record, self._rubric, self._suite, submission, self._grader)

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.slot.close()
