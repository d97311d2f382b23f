"""The pytest plugin of a slot: collect once, then run the items for each submission.

The process that runs this holds the tests, the rubric and every expected value, and never the
student's code: a test's `submission.call` goes to the worker and comes back as plain data.
"""

from __future__ import annotations

import ast
import itertools
import random
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, cast

import numpy as np
import pytest
from pytest_jsonreport.plugin import JSONReport

from grader.caller import Caller, SuiteFault
from grader.jobs import Job
from grader.record import Record
from grader.remote import Remote, Warm
from grader.rubric import Exercise, Rubric, Suite, check_collected

# conftest.py looks for this name, and leaves `submission` to us where it finds it.
PLUGIN = "grade-suite"
Phase = Literal["setup", "call", "teardown"]
COLLECT_LINES = 8  # of what pytest says about a file that it cannot collect


class ItemReports(JSONReport):  # type: ignore[misc]
    """pytest-json-report's record, started anew for each run over the items."""

    # They would only make room for logs and output, which are left out.
    pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = None

    def restart(self) -> None:
        """Forget the run before."""
        self._json_tests: dict[str, Any] = OrderedDict()
        self._json_warnings: list[Any] = []
        self._start_time = time.time()

    @pytest.hookimpl(trylast=True)
    def pytest_json_runtest_stage(self, report: pytest.TestReport) -> dict[str, Any]:
        """What a phase came to, and what was said."""
        said = report.longreprtext if report.longrepr else ""
        return {"outcome": report.outcome, "longrepr": said}

    def document(self, session: pytest.Session) -> dict[str, Any]:
        """What the run since `restart` came to."""
        self.pytest_sessionfinish(session)
        report: dict[str, Any] = self.report
        return report


class GradeSuite:
    """Runs the collected items once per job and delivers a record for each."""

    def __init__(
        self,
        assignment: Path,
        rubric: Rubric,
        suite: Suite,
        warm: Warm,
        jobs: Iterable[Job],
        collected: Callable[[], None],
        deliver: Callable[[Record], None],
    ) -> None:
        self.__name__ = PLUGIN  # what pytest registers it under
        self.reports = ItemReports()
        self.fault: BaseException | None = None
        self._rubric = rubric
        self._suite: Suite = suite
        self._warm = warm
        self._jobs = jobs
        self._collected = collected
        self._deliver = deliver
        self._caller = Caller(rubric.limits)
        self._items: dict[str, list[pytest.Item]] = {}
        self._passed: set[str] = set()
        self._given = {name: (assignment / name).read_bytes() for name in rubric.submission.given}
        self._working = {
            exercise.function: function_source(assignment / exercise.working, exercise.function)
            for exercise in rubric.exercises
            if exercise.working is not None and suite != "public"
        }

    # What pytest calls.

    @pytest.fixture(scope="session")
    def submission(self) -> Caller:
        """Call the submission's functions, wherever they run."""
        return self._caller

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Drop the reporter: its counts grow with each job, and nobody reads them."""
        config.pluginmanager.unregister(name="terminalreporter")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Refuse suites that cannot be collected."""
        if report.failed:
            last = "\n".join(report.longreprtext.splitlines()[-COLLECT_LINES:])
            raise SuiteFault(f"{report.nodeid} cannot be collected:\n{last}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the items for job after job, until no more come."""
        for item in session.items:
            self._items.setdefault(item.nodeid.split("[")[0], []).append(item)
            if "submission" not in getattr(item, "fixturenames", ()):
                raise SuiteFault(
                    f"{item.nodeid} never asks for `submission`, so it tests no student's code: "
                    "give it that argument."
                )
        check_collected(self._rubric, [item.nodeid for item in session.items], self._suite)
        self._collected()
        for job in self._jobs:
            self._deliver(self._grade(session, job))
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run an item in pytest's phases, without reports that say nothing: they cost the most."""
        hook = item.ihook
        item._initrequest()  # type: ignore[attr-defined]  # it may have run before

        def phase(when: Phase, run: Callable[..., None], **more: object) -> bool:
            call = pytest.CallInfo.from_call(
                lambda: run(item=item, **more), when, (pytest.exit.Exception, KeyboardInterrupt)
            )
            noted = when == "teardown" and item.user_properties
            if when == "call" or noted or call.excinfo is not None:
                report = hook.pytest_runtest_makereport(item=item, call=call)
                hook.pytest_runtest_logreport(report=report)
            return call.excinfo is None

        if phase("setup", hook.pytest_runtest_setup):
            phase("call", hook.pytest_runtest_call)
        phase("teardown", hook.pytest_runtest_teardown, nextitem=nextitem)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport | None:
        """Report a failure that needs no traceback without one; others are pytest's to report."""
        error = call.excinfo.value if call.excinfo else None
        if not isinstance(error, pytest.fail.Exception) or error.pytrace:
            return None
        when, notes = cast("Phase", call.when), item.user_properties
        return pytest.TestReport(
            *(item.nodeid, item.location, {}, "failed", str(error), when), user_properties=notes
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        """Refuse a `submission` that somebody else provides: it would run code in this process."""
        if getattr(item, "funcargs", {}).get("submission") is not self._caller:
            self._caller.fault = SuiteFault(
                f"{item.nodeid} got a `submission` that is not the grader's: "
                "let tests/conftest.py provide one only where no plugin named "
                f"{PLUGIN} is present."
            )
            raise self._caller.fault

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        """Keep what went wrong for the owner of the slot."""
        self.fault = excinfo.value
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note which items passed; a failed teardown takes it back."""
        if report.when == "call" and report.passed:
            self._passed.add(report.nodeid)
        elif not report.passed:
            self._passed.discard(report.nodeid)

    def pytest_json_runtest_metadata(self, call: pytest.CallInfo[Any]) -> dict[str, Any]:
        """Add the first trouble of the test's calls: the engine's word, not the test's."""
        trouble = self._caller.trouble
        if call.when != "call" or trouble is None:
            return {}
        return {
            "trouble": {
                key: getattr(trouble, key)
                for key in ("kind", "type_name", "text", "line", "during")
            }
        }

    # One job.

    def _grade(self, session: pytest.Session, job: Job) -> Record:
        """Public tests first, then hidden ones, then what a working function may still earn."""
        rubric = self._rubric
        files = {**job.files, **self._given}
        remote = Remote(
            self._warm, files, rubric.submission.files[0], list(rubric.questions), rubric.limits
        )
        try:
            self._caller.begin_job(remote, job.refusal)
            reports = []
            self.reports.restart()
            self._passed.clear()
            self._run_all("public")
            printed = remote.take_output()
            self._run_all("hidden")
            reports.append(self.reports.document(session))
            self.reports.restart()
            if self._follow_through():
                reports.append(self.reports.document(session))
            printed_hidden = remote.take_output()
        finally:
            remote.stop()
        return Record(
            reports=reports,
            answers=remote.answers,
            printed=printed,
            printed_hidden=printed_hidden,
            notes=list(remote.notes),
        )

    def _run_all(self, suite: Suite) -> None:
        chain: list[tuple[Exercise, str]] = []
        for exercise in self._rubric.exercises:
            if exercise.relies_on:  # what is before it decides whether it runs
                self._run(chain)
                chain = []
            if self._hung_below(exercise):
                continue  # `_follow_through` runs these from the start, with a function that ends
            chain += [(exercise, test.id) for test in exercise.tests if test.suite == suite]
        self._run(chain)

    def _hung_below(self, exercise: Exercise) -> list[str]:
        """The functions that `exercise` relies on, hung, and has a working stand-in for."""
        return [
            below.function
            for below in self._below(exercise)
            if self._caller.timeouts(below.id) and below.function in self._working
        ]

    def _below(self, exercise: Exercise) -> list[Exercise]:
        return [other for other in self._rubric.exercises if other.id in exercise.relies_on]

    def _follow_through(self) -> bool:
        """Rerun lost tests with the functions they rely on replaced. Says whether any ran."""
        if self._caller.refusal is not None:
            return False
        any_ran = False
        for exercise in self._rubric.exercises:
            lost = self._lost(exercise)
            patches = {
                below.function: self._working[below.function]
                for below in self._below(exercise)
                if below.function in self._working and self._lost(below)
            }
            if lost and patches:
                any_ran = True
                self._caller.begin_patched(exercise.id, patches)
                self._run([(exercise, test) for test in lost])
        return any_ran

    def _lost(self, exercise: Exercise) -> list[str]:
        """The exercise's tests, of those collected, that have not passed."""
        return [
            test.id
            for test in exercise.tests
            if test.id in self._items
            and any(item.nodeid not in self._passed for item in self._items[test.id])
        ]

    def _run(self, tests: Sequence[tuple[Exercise, str]]) -> None:
        """Run the tests' items in order. After the last, no fixture of any scope is left."""
        items = [(exercise, item) for exercise, test in tests for item in self._items.get(test, ())]
        for (exercise, item), following in itertools.zip_longest(items, items[1:]):
            # A rerun item keeps what it said of the last submission unless told not to.
            item.user_properties.clear()
            item._report_sections.clear()
            random.seed(0)
            np.random.seed(0)
            self._caller.begin_item(exercise.id)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following and following[1])
            self._caller.end_item()
            if self._caller.fault is not None:
                raise self._caller.fault


def function_source(path: Path, function: str) -> str:
    """The source text of one top-level function. Raises SuiteFault where it is not there."""
    text = path.read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return ast.get_source_segment(text, node) or ""
    raise SuiteFault(
        f"grading.json names {path.name} as where a working {function} stands, and it is not "
        "there: write it, mend the name of the function, or take `working` out."
    )
