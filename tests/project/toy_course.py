"""A toy course of two exercises, so that the engine is tried without the real one.

`double(x)` doubles a number; `total(xs)` sums the doubles and relies on `double`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RIGHT = """
def double(x):
    return 2 * x


def total(xs):
    return sum(double(x) for x in xs)
"""

HELPERS = """
import pytest


def expect(submission, name, argument, want):
    try:
        got = submission.call(name, argument)
    except Exception as error:
        if not hasattr(error, "kind"):
            raise
        if error.kind == "not_started":
            pytest.skip(f"not started: {name}")
        pytest.fail(f"{name}({argument}): {error.kind} {error.type_name} {error.text}", False)
    if got != want:
        pytest.fail(f"{name}({argument}) gave {got!r}, expected {want!r}", False)
"""

TESTS = {
    "tests/public/test_double.py": """
from tests.helpers import expect


def test_two(submission):
    expect(submission, "double", 2, 4)


def test_three(submission):
    expect(submission, "double", 3, 6)
""",
    "tests/public/test_total.py": """
import numpy as np
from tests.helpers import expect


def test_pair(submission):
    expect(submission, "total", np.array([1, 2]), 6)
""",
    "tests/hidden/test_double_hidden.py": """
import pytest
from tests.helpers import expect


@pytest.mark.parametrize("number", [7919, -7919])
def test_large(submission, number):
    expect(submission, "double", number, 2 * number)
""",
    "tests/hidden/test_total_hidden.py": """
import numpy as np
from tests.helpers import expect


def test_many(submission):
    expect(submission, "total", np.arange(40), 1560)
""",
    "tests/hidden/working.py": """
def double(x):
    return x + x
""",
}


def _test(test_id: str, points: int, title: str) -> dict[str, Any]:
    return {"id": test_id, "suite": test_id.split("/")[1], "points": points, "title": title}


RUBRIC: dict[str, Any] = {
    "assignment": "toy",
    "title": "A toy course",
    "points": 10,
    "submission": {"files": ["starter/toy.py"], "given": []},
    "limits": {
        "import_seconds": 2,
        "test_seconds": 0.5,
        "submission_seconds": 40,
        "memory_mib": 2048,
        "output_kib": 8,
    },
    "questions": {"WHY": "Why twice?"},
    "exercises": [
        {
            "id": "double",
            "function": "double",
            "page": "exercises/double.md",
            "points": 5,
            "relies_on": [],
            "working": "tests/hidden/working.py",
            "tests": [
                _test("tests/public/test_double.py::test_two", 1, "Two doubled"),
                _test("tests/public/test_double.py::test_three", 1, "Three doubled"),
                _test("tests/hidden/test_double_hidden.py::test_large", 3, "Large numbers"),
            ],
        },
        {
            "id": "total",
            "function": "total",
            "page": "exercises/total.md",
            "points": 5,
            "relies_on": ["double"],
            "tests": [
                _test("tests/public/test_total.py::test_pair", 2, "A pair"),
                _test("tests/hidden/test_total_hidden.py::test_many", 3, "Many numbers"),
            ],
        },
    ],
}


def toy_course(folder: Path) -> Path:
    """Write the course to `folder` and return it."""
    files = TESTS | {
        "tests/__init__.py": "",
        "tests/public/__init__.py": "",
        "tests/hidden/__init__.py": "",
        "tests/helpers.py": HELPERS,
        "exercises/double.md": "# double\n",
        "exercises/total.md": "# total\n",
        "grading.json": json.dumps(RUBRIC),
    }
    for name, text in files.items():
        write(folder / name, text)
    return folder


def write(path: Path, text: str) -> Path:
    """Write a text file with its folders and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
