"""The store: what it keeps, what it forgets, and what it says when it cannot be used."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from grader.cohort.store import FORMAT, NAME, CannotStore, Store
from grader.roll import Row, Student
from grader.scorecard import Scorecard

CARD = Scorecard(assignment="toy", status="graded", suite="all", points=7, max_points=10, notes=[])
JSON = msgspec.json.encode(CARD)
ANNA, BEN = (
    Row(student=Student(username="anna"), status="no_submission", path="anna"),
    Row(
        student=Student(username="ben"),
        status="not_graded",
        late=True,
        commit="c0ffee",
        notes=["late"],
    ),
)


def test_a_scorecard_is_found_again_by_submission_and_suite(tmp_path: Path) -> None:
    with Store(tmp_path, "suite") as store:
        store.keep("one", JSON, 0.5)
        assert store.holds("one")
        assert not store.holds("another")
    with Store(tmp_path, "suite") as store:
        assert store.holds("one")
    with Store(tmp_path, "a changed suite") as store:
        assert not store.holds("one")


def test_rows_come_in_order_with_what_was_graded(tmp_path: Path) -> None:
    with Store(tmp_path, "suite") as store:
        store.begin()
        store.enter(1, BEN, "one")
        store.enter(0, ANNA, None)
        unread = {"status": "not_graded", "notes": ["no right to read it"]}
        store.enter(2, msgspec.structs.replace(ANNA, **unread), None)
        store.enter(3, ANNA, "another")
        store.keep("one", JSON, 0.5)
        store.fault("another", "the slot died")
        rows = list(store.rows())
        assert [row.status for row in rows] == [
            *("no_submission", "graded", "not_graded", "not_graded")
        ]
        assert rows[1].card == CARD
        assert (rows[1].late, rows[1].commit, rows[1].notes) == (True, "c0ffee", ["late"])
        assert rows[1].seconds == 0.5
        assert rows[2].notes == ["no right to read it"]
        assert rows[3].notes == ["the slot died"]
        assert list(store.rows()) == rows


def test_a_run_forgets_the_entries_and_faults_before_it_but_no_scorecard(tmp_path: Path) -> None:
    with Store(tmp_path, "suite") as store:
        store.enter(0, ANNA, "one")
        store.keep("one", JSON, 0.5)
        store.fault("another", "the slot died")
        store.begin()
        assert list(store.rows()) == []
        store.enter(0, BEN, "another")
        assert [row.notes[-1] for row in store.rows()] == ["Its turn did not come in this run."]
        assert store.holds("one")


def test_what_was_kept_survives_a_kill(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys; from pathlib import Path; from grader.cohort.store import Store\n"
        "store = Store(Path(sys.argv[1]), 'suite')\n"
        "store.keep('one', sys.argv[2].encode(), 1.0)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    command = [sys.executable, "-c", program, str(tmp_path), JSON.decode()]
    done = subprocess.run(command, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode < 0
    with Store(tmp_path, "suite") as store:
        assert store.holds("one")


def test_two_at_once_are_told_apart(tmp_path: Path) -> None:
    with (
        Store(tmp_path, "suite"),
        pytest.raises(CannotStore, match="another `grade class` is writing there"),
    ):
        Store(tmp_path, "suite")


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"these are no grades" * 100)
    with pytest.raises(CannotStore, match=r"is damaged.*another --output"):
        Store(tmp_path, "suite")
    assert (tmp_path / NAME).read_bytes() == b"these are no grades" * 100


def test_a_file_with_a_torn_page_is_damaged(tmp_path: Path) -> None:
    with Store(tmp_path, "suite") as store:
        for number in range(200):
            store.keep(f"{number}", JSON, 0.5)
    content = bytearray((tmp_path / NAME).read_bytes())
    content[4096 * 2 : 4096 * 3] = os.urandom(4096)
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(CannotStore, match="is damaged"):
        Store(tmp_path, "suite")


def test_another_programs_file_is_named_and_left_alone(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / NAME)
    base.execute("CREATE TABLE holidays (place TEXT)")
    base.close()
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(CannotStore, match="belongs to another program"):
        Store(tmp_path, "suite")
    assert (tmp_path / NAME).read_bytes() == before


def test_a_newer_file_is_left_to_the_newer_grader(tmp_path: Path) -> None:
    with Store(tmp_path, "suite") as store:
        store.keep("one", JSON, 0.5)
    base = sqlite3.connect(tmp_path / NAME)
    base.execute(f"PRAGMA user_version = {FORMAT + 1}")
    base.close()
    with pytest.raises(CannotStore, match="newer grader"):
        Store(tmp_path, "suite")


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStore, match="cannot be written"):
        Store(tmp_path / "file", "suite")


def fill(store: Store) -> None:
    for number in range(1000):
        store.keep(f"{number}", JSON, 0.5)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    with Store(tmp_path, "suite") as store:
        store.keep("one", JSON, 0.5)
        store._base.execute("PRAGMA max_page_count = 12")  # SQLite then says what a full disk says
        with pytest.raises(CannotStore, match="its disk is full"):
            fill(store)
    with Store(tmp_path, "suite") as store:
        assert store.holds("one")
        assert store.holds("0")
