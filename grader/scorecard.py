"""The scorecard: what a submission earned and why. Every report is a view of it.

Each listed test starts at zero points, and a pass in the record is the only thing that earns.
"""

from __future__ import annotations

from textwrap import fill
from typing import Literal

from msgspec import Struct, structs

from grader.plain import inert
from grader.record import Item, Kind, Record, RecordFault, items_by_test, sentence
from grader.rubric import Exercise, Rubric, Suite, Test
from grader.submission import Submission

__all__ = ["Grader", "Record", "RecordFault", "Scorecard", "build", "not_graded"]

MAX_NOTES = 20
# How it ends what it says of each exercise of a file that does not load.
UNLOADED = "Until the file loads, none of its functions can be tested."
MAX_ANSWER = 4000  # characters, as the worker hands them over
Confined = Literal["kernel", "no"]


class TestResult(Struct, frozen=True, kw_only=True):
    """One test. `message` is safe for the student; `detail` is the instructor's.

    `line` is where the student's own file failed, where that is known.
    """

    __test__ = False  # not for pytest, whatever the name says

    id: str
    title: str
    suite: Literal["public", "hidden"]
    points: int
    max_points: int
    follow_through: bool
    outcome: Literal["passed"] | Kind
    message: str
    detail: str
    line: int | None = None


class ExerciseResult(Struct, frozen=True, kw_only=True):
    """One exercise. `message` says what to look at first and is safe for the student."""

    id: str
    function: str
    status: Literal["passed", "failed", "not_started"]
    points: int
    max_points: int
    message: str
    misconception: str | None
    tests: list[TestResult]

    @property
    def passed(self) -> int:
        """How many of its tests passed."""
        return sum(test.outcome == "passed" for test in self.tests)

    @property
    def helped(self) -> int:
        """How many passed with a working function in place of one it relies on."""
        return sum(test.follow_through for test in self.tests)


class Digests(Struct, frozen=True):
    """What was graded: SHA-256 of the whole and of each file."""

    digest: str
    files: dict[str, str]


class Grader(Struct, frozen=True):
    """What graded it, and whether the kernel confined the student's code."""

    version: str
    suite_digest: str
    python: str
    numpy: str
    confined: Confined
    public_digest: str = ""  # of what a published score was made with, hidden tests or not


class Scorecard(Struct, frozen=True, kw_only=True):
    """All that is known about one submission. Points cover the suites graded."""

    schema: str = "scorecard/1"
    assignment: str
    status: Literal["graded", "not_graded"]
    suite: Suite
    points: int | None = None
    max_points: int | None = None
    confined: Confined = "no"
    submission: Digests | None = None
    grader: dict[str, str] | None = None
    answers: dict[str, str] = {}
    exercises: list[ExerciseResult] = []
    printed: str = ""
    printed_hidden: str = ""
    notes: list[str]


def build(
    record: Record, rubric: Rubric, suite: Suite, submission: Submission, grader: Grader
) -> Scorecard:
    """Turn a record into points and words.

    Raises RecordFault where the record does not hold exactly the tests of `suite`: then
    nothing was graded.
    """
    judge = _Judge(record, rubric, suite, submission.refusal)
    exercises: list[ExerciseResult] = []
    for exercise in rubric.exercises:
        if exercise.listed(suite):
            exercises.append(judge.exercise(exercise, exercises))
    versions = structs.asdict(grader)
    answers = {name: record.answers[name] for name in rubric.questions if name in record.answers}
    output = rubric.limits.output_kib * 1024
    return Scorecard(
        assignment=rubric.assignment,
        status="graded",
        suite=suite,
        points=sum(result.points for result in exercises),
        max_points=sum(result.max_points for result in exercises),
        confined=versions.pop("confined"),
        submission=Digests(submission.digest, submission.file_digests),
        grader=versions,
        answers={name: inert(text, MAX_ANSWER, MAX_ANSWER) for name, text in answers.items()},
        exercises=exercises,
        printed=inert(record.printed, output),
        printed_hidden=inert(record.printed_hidden, output),
        notes=[inert(note) for note in [*submission.notes, *record.notes][:MAX_NOTES]],
    )


def not_graded(assignment: str, suite: Suite, reason: str) -> Scorecard:
    """Return the scorecard that says only why the grader could not grade."""
    return Scorecard(assignment=assignment, status="not_graded", suite=suite, notes=[inert(reason)])


class _Judge:
    """Judges the tests of one record: the run, and the follow-through run where there was one."""

    def __init__(self, record: Record, rubric: Rubric, suite: Suite, refusal: str | None) -> None:
        if not 1 <= len(record.reports) <= 2:
            raise RecordFault(f"the record holds {len(record.reports)} runs")
        self._rubric = rubric
        self._suite: Suite = suite
        self._refusal = refusal and inert(refusal)
        relying = [one for one in rubric.exercises if one.relies_on]
        first, again = [*record.reports, {"tests": []}][:2]
        self._first = items_by_test(first, rubric.tests(suite))
        self._again = items_by_test(again, [test for one in relying for test in one.listed(suite)])

    def exercise(self, exercise: Exercise, above: list[ExerciseResult]) -> ExerciseResult:
        """Judge one exercise; `above` are the results of those before it."""
        results = [self._test(test, exercise) for test in exercise.listed(self._suite)]
        # What the student can run comes first.
        lost = sorted((r for r in results if not r.points), key=lambda r: r.suite != "public")
        named = [one for result in lost for one in self._noted(result.id, "misconception")]
        below = [one for one in above if one.id in exercise.relies_on]
        broken = " and ".join(one.function for one in below if one.points < one.max_points)
        idle = all(result.outcome == "not_started" for result in results)
        return ExerciseResult(
            id=exercise.id,
            function=exercise.function,
            status="not_started" if idle else "failed" if lost else "passed",
            points=sum(result.points for result in results),
            max_points=exercise.worth(self._suite),
            message=self._look(exercise, results, lost, broken),
            misconception=inert(named[0], 100) if named else None,
            tests=results,
        )

    def _failed(self, test_id: str) -> list[Item]:
        """What did not pass; the follow-through shows a function's own mistake more clearly."""
        items = self._again.get(test_id, []) + self._first.get(test_id, [])
        return [item for item in items if item.outcome != "passed"]

    def _noted(self, test_id: str, name: str) -> list[str]:
        noted = [entry for item in self._failed(test_id) for entry in item.user_properties]
        return [str(entry[name]) for entry in noted if name in entry]

    def _test(self, test: Test, exercise: Exercise) -> TestResult:
        again = self._again.get(test.id, [])
        items = self._first.get(test.id, again)  # some are left to the follow-through
        if not items:
            raise RecordFault(f"the record lacks the listed test {test.id}")
        failed = [item for item in items if item.outcome != "passed"]
        alone = not failed and items is not again
        rerun = {item.nodeid for item in again if item.outcome == "passed"}
        rescued = len(rerun) == len(again) > 0 and all(item.nodeid in rerun for item in failed)
        passed = self._refusal is None and (alone or rescued)
        said = [item.all_said for item in self._failed(test.id)]
        detail = inert("\n".join(dict.fromkeys([*said, *self._noted(test.id, "detail")])))
        return TestResult(
            id=test.id,
            title=test.title,
            suite=test.suite,
            points=test.points if passed else 0,
            max_points=test.points,
            follow_through=passed and not alone,
            outcome="passed" if passed else "failed" if self._refusal else failed[0].trouble.kind,
            message="" if passed else self._refusal or self._message(test, exercise, items),
            detail=detail,
            line=None if passed or self._refusal else failed[0].trouble.line,
        )

    def _open(self, test: Test | TestResult) -> bool:
        """Whether the student may read all of it: a public test, and no hidden input before it."""
        return test.suite == "public" and test.id in self._first

    def _message(self, test: Test, exercise: Exercise, items: list[Item]) -> str:
        failing = next(item for item in items if item.outcome != "passed")
        text = sentence(failing, exercise, self._rubric)
        if self._open(test) and failing.said and failing.trouble.kind != "not_started":
            told = failing.trouble.type_name in failing.said or failing.trouble.reason == "missing"
            text = failing.said if told else f"{failing.said}\n{text}"
        if len(items) > 1:
            right = sum(item.outcome == "passed" for item in items)
            first = f" First wrong: {failing.parameter}" if self._open(test) else ""
            text = f"{right} of {len(items)} inputs were right.{first}\n{text}"
        read = " ".join(text.split())
        advice = [words for words in self._noted(test.id, "advice")[:1] if words not in read]
        if self._open(test):
            below = [one.function for one in self._rubric.exercises if one.id in exercise.relies_on]
            beside = f"With a working {' and '.join(below)} in place of yours: "
            lead = beside if test.id in self._again else ""
            return inert("\n\n".join([text, *(fill(lead + words, 74) for words in advice)]))
        return inert(" ".join([text, *advice]))

    def _look(
        self, exercise: Exercise, results: list[TestResult], lost: list[TestResult], broken: str
    ) -> str:
        """What to look at first, from words that the student may see."""
        if self._refusal is not None:
            return self._refusal
        if not lost:
            helped = sum(result.follow_through for result in results)
            beside = f", {helped} of them with a working {broken} beside it" if helped else ""
            return f"All {len(results)} tests passed{beside}."
        first, page = lost[0], exercise.page
        if first.outcome == "not_started":
            return f"{first.message} Read {page}, then write it."
        failing = self._failed(first.id)[-1]
        if failing.trouble.during == "import" and failing.trouble.reason != "missing":
            text = sentence(failing, exercise, self._rubric)
            if failing.trouble.kind == "failed" and self._open(first):
                text += f"\n{inert(failing.trouble.text)}"
            return f"{text}\n{UNLOADED}"
        text = f'{exercise.function} fails "{first.title}".\n{first.message}'
        if broken and not any(result.id in self._again for result in lost):
            text = f"{exercise.function} uses your {broken}: mend that first. {text}"
        return text if page in first.message else f"{text}\nRead {page}"
