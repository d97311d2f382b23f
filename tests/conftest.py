"""The fixture `submission` where no grader brings one, and the points at the end of a run."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

if sys.version_info < (3, 10):  # noqa: UP036 (a student's Python can be any)
    pytest.exit("This Python is too old: the exercises need 3.10 or newer. See README.md.", 4)
try:
    import numpy  # noqa: F401
except ModuleNotFoundError:
    pytest.exit("This Python has no numpy. Activate your environment: README.md says how.", 4)

from tests import checks
from tests.local import FILE, Local, unknown_imports

PRINTED_LINES = 20  # of what a test printed
ROOT = Path(__file__).resolve().parents[1]


def pytest_configure(config: pytest.Config) -> None:
    """Serve a student's own run; a grader's plugin serves itself."""
    if config.pluginmanager.has_plugin("grade-suite"):
        return
    local = Local(_terminal(config))
    config.pluginmanager.register(local, "local-submission")
    config.pluginmanager.register(Points(config, local), "points")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Let a failure keep the name of its mistake with the test's report.

    This is what pytest's `record_property` does, without a fixture's cost at each test.
    """
    checks.record = lambda name, value: item.user_properties.append((name, value))


def _terminal(config: pytest.Config) -> int | None:
    """The real terminal, also while pytest captures what is printed."""
    capture = config.pluginmanager.getplugin("capturemanager")
    try:
        with capture.global_and_fixture_disabled():
            return os.dup(2)
    except (AttributeError, OSError):
        return None


class Points:
    """Counts what was earned, and prints it after pytest's own last line."""

    def __init__(self, config: pytest.Config, local: Local) -> None:
        self._config = config
        self._local = local
        self._outcomes: dict[str, set[str]] = {}
        self._not_started = 0
        try:
            self._rubric = json.loads((ROOT / "grading.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise pytest.UsageError(f"grading.json cannot be read: {error}") from None
        self._tests = [test for entry in self._rubric["exercises"] for test in entry["tests"]]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run the exercises in their order."""
        order = {test["id"]: place for place, test in enumerate(self._tests)}
        items.sort(key=lambda item: order.get(item.nodeid.split("[")[0], len(order)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a test went; its parameters count as one test. A flood of prints is cut."""
        report.sections = [(name, _cut(text)) for name, text in report.sections]
        if report.when == "call" or not report.passed:
            self._outcomes.setdefault(report.nodeid.split("[")[0], set()).add(report.outcome)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self) -> Generator[None, object, object]:
        """Print the table."""
        result = yield
        reporter = self._config.pluginmanager.getplugin("terminalreporter")
        if reporter is not None:
            for line in self._lines():
                reporter.write_line(line)
        return result

    def _lines(self) -> Iterator[str]:
        if self._local.watch.stopped:
            yield f"\n{self._local.watch.stopped}"
        if self._ran(self._tests):
            yield from self._table()
            yield from self._total()

    def _table(self) -> Iterator[str]:
        yield f"\n{'exercise':<18}points"
        page = ""
        for exercise in self._rubric["exercises"]:
            ran = self._ran(exercise["tests"])
            status = _status(set().union(*(self._outcomes[test["id"]] for test in ran)))
            if ran:
                of = f"{self._earned(ran)} of {_points(ran)}"
                yield f"{exercise['id']:<18}{of:<11}{status}"
            if status in ("failed", "not started"):
                page = page or exercise["page"]
                self._not_started += status == "not started"
            if status == "failed" and not self._local.broken:
                yield from self._first_mend(exercise)
        if self._local.broken:
            yield f"Mend first: {FILE}"
        elif page:
            yield f"Read next: {page}"
        yield from unknown_imports(ROOT / FILE)

    def _first_mend(self, exercise: dict[str, Any]) -> Iterator[str]:
        for below in self._rubric["exercises"]:
            if below["id"] not in exercise["relies_on"]:
                continue
            tests = self._ran(below["tests"])
            if not tests:
                yield f"  (if it calls your {below['function']}, test that first:"
                yield f"  python -m pytest {below['tests'][0]['id'].split('::')[0]})"
            elif self._earned(tests) < _points(tests):
                yield f"  (it may use your {below['function']}: mend that first)"

    def _total(self) -> Iterator[str]:
        label, of = "points", self._rubric["points"]
        ran = self._ran(self._tests)
        public = [test for test in self._tests if test["suite"] == "public"]
        if all(test in public for test in ran):
            yield f"{of - _points(public)} more points are hidden."
            label, of = "public points", _points(public)
        total = f"{self._earned(ran)} of {_points(ran)} {label}"
        if _points(ran) < of:
            total += f" in the tests that ran (there are {of})"
        yield total + (f", {self._not_started} not started" if self._not_started else "")

    def _ran(self, tests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [test for test in tests if test["id"] in self._outcomes]

    def _earned(self, ran: list[dict[str, Any]]) -> int:
        return _points([test for test in ran if self._outcomes[test["id"]] == {"passed"}])


def _cut(printed: str) -> str:
    lines = printed.splitlines(keepends=True)
    if len(lines) > PRINTED_LINES:
        lines[PRINTED_LINES:] = [f"... {len(lines) - PRINTED_LINES} more lines\n"]
    return "".join(line if len(line) <= 1000 else f"{line[:1000]} ...\n" for line in lines)


def _points(tests: list[dict[str, Any]]) -> int:
    return sum(test["points"] for test in tests)


def _status(outcomes: set[str]) -> str:
    if outcomes == {"skipped"}:
        return "not started"
    return "passed" if outcomes <= {"passed"} else "failed"
