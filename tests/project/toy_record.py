"""A toy assignment of two functions: the engine must not know the real one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grader import rubric as rubrics
from grader.rubric import Rubric
from grader.scorecard import Grader, Record, Scorecard, TestResult, build
from grader.submission import Submission

FILE = "starter/toy.py"
DOUBLE_SHOWN = "tests/public/test_double.py::test_shown"
DOUBLE_KEPT = "tests/hidden/test_double_hidden.py::test_kept"
SUM_SHOWN = "tests/public/test_total.py::test_shown"
SUM_KEPT = "tests/hidden/test_total_hidden.py::test_kept"
GRADER = Grader("1", "0" * 64, "3.11", "2.4", "kernel")


def entry(test_id: str, points: int, title: str) -> dict[str, Any]:
    return {"id": test_id, "suite": test_id.split("/")[1], "points": points, "title": title}


def raw_rubric() -> dict[str, Any]:
    return {
        "assignment": "toy",
        "title": "Two toys",
        "points": 12,
        "submission": {"files": [FILE], "given": ["starter/given.py"]},
        "limits": {
            "import_seconds": 2,
            "test_seconds": 1.5,
            "submission_seconds": 60,
            "memory_mib": 512,
            "output_kib": 4,
        },
        "questions": {"WHY": "Why twice?"},
        "exercises": [
            {
                "id": "double",
                "function": "double",
                "page": "exercises/double.md",
                "points": 5,
                "relies_on": [],
                "tests": [
                    entry(DOUBLE_SHOWN, 2, "Doubles a number"),
                    entry(DOUBLE_KEPT, 3, "Doubles an array"),
                ],
                "working": "tests/hidden/working.py",
            },
            {
                "id": "total",
                "function": "total",
                "page": "exercises/total.md",
                "points": 7,
                "relies_on": ["double"],
                "tests": [
                    entry(SUM_SHOWN, 3, "Adds the doubles"),
                    entry(SUM_KEPT, 4, "Adds many doubles"),
                ],
            },
        ],
    }


def write_assignment(folder: Path, raw: object) -> Path:
    """Lay an assignment with every file that the toy rubric names."""
    for name in (
        "starter/given.py",
        "tests/hidden/working.py",
        "exercises/double.md",
        "exercises/total.md",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")
    text = raw if isinstance(raw, str) else json.dumps(raw)
    (folder / "grading.json").write_text(text, encoding="utf-8")
    return folder


def load_toy(folder: Path) -> Rubric:
    return rubrics.load(write_assignment(folder, raw_rubric()))


def trouble(kind: str = "failed", **more: object) -> dict[str, Any]:
    return {"kind": kind, "type_name": "", "text": "", "line": None, "during": "call", **more}


def item(
    test_id: str,
    outcome: str = "passed",
    told: dict[str, Any] | None = None,
    said: str = "",
    **properties: str,
) -> dict[str, Any]:
    """One test of a report, in the shape that pytest-json-report writes."""
    found: dict[str, Any] = {
        "nodeid": test_id,
        "lineno": 3,
        "outcome": outcome,
        "keywords": [],
        "setup": {"duration": 0.1, "outcome": "passed"},
        "call": {"duration": 0.1, "outcome": outcome, "longrepr": said},
        "user_properties": [{name: value} for name, value in properties.items()],
    }
    if told is not None:
        found["metadata"] = {"trouble": told}
    return found


ALL = (DOUBLE_SHOWN, DOUBLE_KEPT, SUM_SHOWN, SUM_KEPT)


def run_of(*changed: dict[str, Any], only: tuple[str, ...] = ALL) -> dict[str, Any]:
    """A report in which every test of `only` passed, but for those `changed`."""
    by_test: dict[str, list[dict[str, Any]]] = {}
    for one in changed:
        by_test.setdefault(one["nodeid"].split("[")[0], []).append(one)
    return {
        "exitcode": 0,
        "tests": [one for name in only for one in by_test.get(name, [item(name)])],
    }


def record(*reports: dict[str, Any], **more: Any) -> Record:
    empty: dict[str, Any] = {"answers": {}, "printed": "", "printed_hidden": "", "notes": []}
    return Record(reports=list(reports), **(empty | more))


def submission(refusal: str | None = None, notes: list[str] | None = None) -> Submission:
    return Submission({} if refusal else {FILE: b"x = 1\n"}, refusal, notes or [])


def card_of(rubric: Rubric, *changed: dict[str, Any], **more: Any) -> Scorecard:
    return build(record(run_of(*changed), **more), rubric, "all", submission(), GRADER)


def results(card: Scorecard) -> dict[str, TestResult]:
    return {test.id: test for exercise in card.exercises for test in exercise.tests}


def build_from(rubric: Rubric, *reports: dict[str, Any], **more: Any) -> Scorecard:
    suite = more.pop("suite", "all")
    return build(record(*reports, **more), rubric, suite, submission(), GRADER)
