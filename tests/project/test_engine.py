"""From a submission to a scorecard, on the toy course: the engine knows no exercise."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.rubric import load
from grader.run import run
from grader.scorecard import Scorecard, TestResult
from grader.slots import Slot, SlotFault
from grader.submission import take
from tests.project.graded import Graded
from tests.project.toy_course import RIGHT, toy_course, write

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy_course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def toys(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    with Graded(course, tmp_path_factory.mktemp("toys"), "all", confined=False) as toys:
        yield toys


@pytest.fixture(scope="module")
def public(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    with Graded(course, tmp_path_factory.mktemp("public"), "public", confined=False) as public:
        yield public


def cold(course: Path, folder: Path, source: str) -> Scorecard:
    return run(course, write(folder / "toy.py", source), None, confined=False)[0]


def results(card: Scorecard) -> dict[str, TestResult]:
    return {test.id.split("::")[1]: test for each in card.exercises for test in each.tests}


def test_right_program_gets_full_marks(toys: Graded) -> None:
    card = toys.grade('WHY = "two of each"\n' + RIGHT)
    assert (card.status, card.points, card.max_points, card.suite) == ("graded", 10, 10, "all")
    assert [each.status for each in card.exercises] == ["passed", "passed"]
    assert card.answers == {"WHY": "two of each"}


def test_not_started(toys: Graded) -> None:
    stubs = RIGHT.replace("return 2 * x", "raise NotImplementedError")
    stubs = stubs.replace(
        "return sum", 'raise NotImplementedError("read the page")\n    return sum'
    )
    card = toys.grade(stubs)
    assert card.points == 0
    assert [each.status for each in card.exercises] == ["not_started", "not_started"]


def test_a_stub_below_is_a_mistake_of_the_caller_where_it_is_called(public: Graded) -> None:
    source = RIGHT.replace("return 2 * x", "raise NotImplementedError")
    card = public.grade(source)
    assert [each.status for each in card.exercises] == ["not_started", "failed"]


def test_a_mistake_costs_its_points_once(toys: Graded) -> None:
    card = toys.grade(RIGHT.replace("2 * x", "3 * x"))
    assert [each.points for each in card.exercises] == [0, 5]
    assert [test.follow_through for test in card.exercises[1].tests] == [True, True]


def test_a_mistake_of_its_own_still_costs(toys: Graded) -> None:
    source = RIGHT.replace("2 * x", "3 * x").replace("return sum", "return 1 + sum")
    card = toys.grade(source)
    assert [each.points for each in card.exercises] == [0, 0]
    assert not any(test.follow_through for test in card.exercises[1].tests)


def test_no_working_function_no_follow_through(public: Graded) -> None:
    card = public.grade(RIGHT.replace("2 * x", "3 * x"))
    assert [each.points for each in card.exercises] == [0, 0]
    assert "double" in card.exercises[1].message


def test_a_loop_costs_its_own_exercise_only(toys: Graded) -> None:
    source = RIGHT.replace("return 2 * x", "while True: pass")
    card = toys.grade(source)
    outcomes = [test.outcome for test in card.exercises[0].tests]
    assert outcomes == ["timed_out", "timed_out", "not_reached"]
    assert card.exercises[1].points == 5
    assert all(test.follow_through for test in card.exercises[1].tests)


def test_a_loop_in_the_caller(toys: Graded) -> None:
    source = RIGHT.replace("return sum", "while len(xs) > 2: pass\n    return sum")
    card = toys.grade(source)
    assert results(card)["test_many"].outcome == "timed_out"
    assert [each.points for each in card.exercises] == [5, 2]


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("import os; os._exit(0)", "failed"),
        ("import sys; sys.exit(0)", "failed"),
        ("import ctypes; ctypes.string_at(0)", "crashed"),
        ("return bytearray(2**40)", "out_of_memory"),
        ("raise KeyError(x)", "failed"),
    ],
)
def test_trouble_costs_the_tests_at_hand(toys: Graded, body: str, outcome: str) -> None:
    source = RIGHT.replace("return 2 * x", f"if x == 3: {body}\n    return 2 * x")
    tests = results(toys.grade(source))
    assert tests["test_three"].outcome == outcome
    assert tests["test_two"].outcome == tests["test_large"].outcome == "passed"


@pytest.mark.parametrize(
    ("source", "outcome", "word"),
    [
        ("def double(x:\n", "failed", "SyntaxError"),
        ("name = input()\n", "failed", "input()"),
        ("import pandas\n", "failed", "pandas"),
        ("raise SystemExit\n", "failed", "SystemExit"),
        ("while True: pass\n", "timed_out", "import"),
        ("x = 1\n", "failed", "double"),
    ],
)
def test_a_file_that_cannot_be_used(toys: Graded, source: str, outcome: str, word: str) -> None:
    card = toys.grade(source)
    assert (card.status, card.points) == ("graded", 0)
    assert {test.outcome for test in results(card).values()} == {outcome}
    assert word in card.exercises[0].message + results(card)["test_two"].message


def test_a_refused_submission_is_graded_zero(course: Path, tmp_path: Path) -> None:
    card = run(course, tmp_path, None, confined=False)[0]
    assert (card.status, card.points) == ("graded", 0)
    assert "toy.py" in card.exercises[0].message


def test_hidden_words_stay_with_the_instructor(toys: Graded) -> None:
    source = "def double(x):\n    print('got', x)\n    raise ValueError(x)\n\ntotal = double\n"
    card = toys.grade(source)
    assert "7919" not in card.printed
    assert "7919" in card.printed_hidden
    hidden = results(card)["test_large"]
    assert "7919" not in hidden.message
    assert "7919" in hidden.detail
    assert "ValueError" in hidden.message


def test_a_wrong_argument_count_is_the_students(toys: Graded) -> None:
    card = toys.grade(RIGHT.replace("def double(x)", "def double()"))
    assert "TypeError" in results(card)["test_two"].message


def test_one_submission_leaves_nothing_for_the_next(course: Path, tmp_path: Path) -> None:
    sources = [
        RIGHT,
        RIGHT.replace("2 * x", "3 * x"),
        "import pandas\n",
        "import builtins, numpy\nbuiltins.sum = numpy.sum = lambda *a: 6\nprint('x' * 9000)\n"
        + RIGHT,
        RIGHT.replace("return 2 * x", "raise NotImplementedError"),
    ]
    rubric = load(course)
    paths = [write(tmp_path / str(n) / "toy.py", source) for n, source in enumerate(sources)]
    submissions = [take(path, rubric.submission.files) for path in paths]

    def marks(slot: Slot, number: int) -> str:
        record = slot.grade(submissions[number])
        kept = [
            [test["nodeid"], test["outcome"], test.get("metadata"), test["call"].get("longrepr")]
            for report in record.reports
            for test in report["tests"]
        ]
        return json.dumps([kept, record.printed, record.printed_hidden, record.notes])

    alone = []
    for number in range(len(sources)):
        with Slot(course, rubric, "all", confined=False) as slot:
            alone.append(marks(slot, number))
    with Slot(course, rubric, "all", confined=False) as slot:
        for number in (3, 1, 4, 0, 2, 0, 3):
            assert marks(slot, number) == alone[number]


def test_the_environment_does_not_reach_a_slot(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-k test_two")
    monkeypatch.setenv("PYTEST_PLUGINS", "no_such_plugin")
    assert cold(course, tmp_path, RIGHT).points == 10


# The grader's own faults: never a mark.


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("tests/public/test_double.py", "import no_such_thing\n", "no_such_thing"),
        ("tests/public/test_double.py", "def test_two(submission): pass\n", "test_three"),
        ("tests/public/test_total.py", "def test_pair(): pass\n", "submission"),
        (
            "tests/conftest.py",
            "import pytest\n@pytest.fixture\ndef submission(): return 1\n",
            "not the grader's",
        ),
        ("tests/hidden/working.py", "x = 1\n", "double"),
        ("grading.json", "{", "grading.json"),
    ],
)
def test_a_broken_assignment_is_not_graded(tmp_path: Path, name: str, text: str, word: str) -> None:
    course = toy_course(tmp_path / "course")
    write(course / name, text)
    card = cold(course, tmp_path, RIGHT)
    assert (card.status, card.points, card.exercises) == ("not_graded", None, [])
    assert word in " ".join(card.notes)


def test_an_unlisted_test_is_not_graded(tmp_path: Path) -> None:
    course = toy_course(tmp_path / "course")
    write(course / "tests/public/test_more.py", "def test_new(submission): pass\n")
    card = cold(course, tmp_path, RIGHT)
    assert card.status == "not_graded"
    assert "test_more.py::test_new" in " ".join(card.notes)


def test_a_slot_that_dies_is_a_fault_of_the_grader(course: Path, tmp_path: Path) -> None:
    rubric = load(course)
    submission = take(write(tmp_path / "toy.py", RIGHT), rubric.submission.files)
    with Slot(course, rubric, "all", confined=False) as slot:
        slot.ready()
        os.kill(slot._process.pid, signal.SIGKILL)
        with pytest.raises(SlotFault, match="ended"):
            slot.grade(submission)


@pytest.fixture
def grading_an_endless_loop(course: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    path = write(tmp_path / "toy.py", "while True: pass\n")
    command = [sys.executable, "-m", "grader", "--assignment", str(course), "run", str(path)]
    process = subprocess.Popen([*command, "--unconfined"], cwd=ROOT, stdout=subprocess.DEVNULL)
    yield process
    process.kill()
    process.wait()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads /proc to find what is left")
def test_killing_the_grader_leaves_no_process(
    grading_an_endless_loop: subprocess.Popen[bytes],
) -> None:
    started: set[int] = set()
    until = time.monotonic() + 20
    while len(started) < 3 and time.monotonic() < until:  # slot, warm process, worker
        started |= descendants(grading_an_endless_loop.pid)
        time.sleep(0.02)
    assert len(started) == 3
    grading_an_endless_loop.kill()
    grading_an_endless_loop.wait()
    while left := {pid for pid in started if alive(pid)}:
        assert time.monotonic() < until, f"still running: {left}"
        time.sleep(0.02)


def descendants(parent: int) -> set[int]:
    found: set[int] = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent:
                found |= {int(entry.name)} | descendants(int(entry.name))
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
