"""Hostile submissions cost what they should, and leave nothing: no file, no process, no mark."""

from __future__ import annotations

import os
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.worker import confinement
from tests.project.attacking import LABELS, LIMITS, ROOT, Course, attack, lost, marks
from tests.project.solved import SOLVED

LACKING = confinement.floor()
pytestmark = pytest.mark.skipif(LACKING is not None, reason=str(LACKING))
MARK = "left-by-an-attack"  # in the name of whatever an attack leaves
PORT = 49817  # where one of them listens
SLOT_MIB = 400  # what a slot may grow to, whatever is handed in


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    with Course(tmp_path_factory.mktemp("course")) as course:
        yield course


def prepared(course: Course, name: str) -> bytes:
    places = {"CHECKOUT": str(ROOT), "HOME": str(Path.home())}
    return attack(name, **places, ASSIGNMENT=str(course.assignment))


@pytest.mark.parametrize("name", LABELS)
def test_an_attack_costs_what_it_should(course: Course, name: str) -> None:
    card = course.grade(prepared(course, name))
    assert card.status == "graded"
    assert lost(card) == LABELS[name]["lost"]
    assert course.seconds <= LIMITS["submission_seconds"]  # `bench.attacks` looks closer
    printed = card.printed + card.printed_hidden
    assert "MADE" not in printed
    texts = [printed, *card.notes, *card.answers.values()]
    texts += [
        text for one in card.exercises for test in one.tests for text in (test.message, test.detail)
    ]
    assert not re.search(
        r"[^\n\t -~\u00a0-\uffff]|[\u0080-\u009f\u202a-\u202e\u2066-\u2069]", "".join(texts)
    )
    assert sum(map(len, texts)) < 500_000
    assert left(course) == []
    assert workers(course.slot._process.pid) == []
    assert listening() == []


def test_every_attack_has_a_label() -> None:
    files = {file.stem for file in Path(__file__).with_name("attacks").glob("*.py")} - {"probe"}
    assert files == {name for name in LABELS if "parts" not in LABELS[name]}


def test_the_slot_stays_small(course: Course) -> None:
    status = Path(f"/proc/{course.slot._process.pid}/status").read_text()
    peak = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert peak
    assert int(peak[1]) < SLOT_MIB * 1024


def left(course: Course) -> list[Path]:
    """The files that attacks name, wherever they try to put them."""
    places = {Path.cwd(), ROOT, Path.home(), course.assignment, Path(tempfile.gettempdir())}
    places |= {Path("/"), Path("/tmp"), Path("/var/tmp"), Path("/dev/shm")}
    return [file for place in places for file in place.glob(f"*{MARK}*")]


def workers(slot: int) -> list[int]:
    """The processes below a slot, its warm process aside."""
    return [worker for warm in children(slot) for worker in children(warm)]


def children(process: int) -> list[int]:
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def listening() -> list[str]:
    """What listens where attacks try to: under their mark, or on their port."""
    sockets = [
        line
        for family in ("tcp", "tcp6", "unix")
        for line in Path(f"/proc/net/{family}").read_text().splitlines()
    ]
    return [line for line in sockets if MARK in line or f":{PORT:04X} " in line]


# Among others: what is graded before, after and between attacks gets the marks it gets alone.

HONEST = [
    SOLVED,
    SOLVED.replace("np.max(x, axis=axis, keepdims=True)", "0"),
    SOLVED.replace(" / Wq.shape[1] ** 0.5", ""),
    SOLVED.replace("x - np.max", "print(x) or x - np.max"),
    SOLVED.replace("return X + step", "X += 1\n    return X + step"),
    SOLVED.replace("return np.argmax(A, 1), np.max(A, 1)", "raise NotImplementedError"),
    SOLVED.replace("np.argmin(np.max(A, 1))", "[1]"),
    SOLVED.replace("def softmax(x, axis=-1)", "def softmax(x)"),
    SOLVED + "\ncalls = []\n\n\ndef top_sources(A):\n    return calls.append(A) or calls[0]\n",
    SOLVED + "\nprint(softmax\n",
    SOLVED + "\nimport pandas\n",
    "",
]
SLOW = {"06", "09", "12", "19", "20", "22", "23"}  # their time-outs would only cost time here


def shuffled(course: Course, count: int, seed: int) -> None:
    """Grade `count` submissions, a quarter of them attacks, and compare the honest ones' marks."""
    alone = []
    for source in HONEST:
        with tempfile.TemporaryDirectory() as folder, Course(Path(folder)) as other:
            alone.append(marks(other.grade(source.encode())))
    attacks = [prepared(course, name) for name in LABELS if name[:2] not in SLOW]
    jobs = [(n % len(HONEST), HONEST[n % len(HONEST)].encode()) for n in range(count * 3 // 4)]
    jobs += [(-1, attacks[n % len(attacks)]) for n in range(count - len(jobs))]
    random.Random(seed).shuffle(jobs)
    for number, job in jobs:
        card = course.grade(job)
        if number >= 0:
            assert marks(card) == alone[number]


def test_honest_programs_among_attacks_get_the_marks_they_get_alone(course: Course) -> None:
    count = int(os.environ.get("SUBMISSIONS", "40"))
    shuffled(course, count, seed=count)
