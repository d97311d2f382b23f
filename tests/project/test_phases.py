"""What happens around a test counts too: its fixtures, its marks, and what it says of itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.project.graded import Graded
from tests.project.toy_course import RIGHT, toy_course, write

AROUND = """
import pytest
from tests.helpers import expect


@pytest.fixture
def broken():
    raise RuntimeError("no set-up")


@pytest.fixture
def untidy():
    yield
    raise RuntimeError("no tear-down")


def test_two(submission, broken):
    expect(submission, "double", 2, 4)


def test_three(submission, untidy):
    expect(submission, "double", 3, 6)
"""
EXPECTED = """
import pytest
from tests.helpers import expect


@pytest.mark.xfail
@pytest.mark.parametrize("number", [7919, -7919])
def test_large(submission, number):
    expect(submission, "double", number, 2 * number)
"""
NOTED = """
import pytest
from tests.helpers import expect


@pytest.fixture(scope="session")
def runs():
    return []


def test_many(submission, runs, record_property):
    runs.append("one")
    record_property("detail", f"run {len(runs)}")
    assert submission.call("double", 2) == 4
"""


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    course = toy_course(tmp_path_factory.mktemp("course"))
    write(course / "tests/public/test_double.py", AROUND)
    write(course / "tests/hidden/test_double_hidden.py", EXPECTED)
    write(course / "tests/hidden/test_total_hidden.py", NOTED)
    with Graded(course, tmp_path_factory.mktemp("toys"), "all", confined=False) as toys:
        yield toys


def test_a_broken_fixture_or_an_expected_failure_earns_nothing(toys: Graded) -> None:
    double, total = toys.grade(RIGHT).exercises
    assert [test.points for test in double.tests] == [0, 0, 0]
    assert "no set-up" in double.tests[0].detail
    assert "no tear-down" in double.tests[1].detail
    assert total.points == total.max_points


def test_notes_and_fixtures_of_a_session_are_a_submissions_own(toys: Graded) -> None:
    for _ in range(2):
        many = toys.grade(RIGHT.replace("2 * x", "3 * x")).exercises[1].tests[1]
        assert not many.points or many.follow_through
        assert "run 1" in many.detail
        assert "run 2" not in many.detail
