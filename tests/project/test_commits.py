"""The last commit before the deadline, and the folder as it is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from grader.cohort.handed_in.clone import CannotTake
from grader.cohort.handed_in.commits import Taken, parse_time, take_folder
from grader.roll import CannotGradeClass
from tests.project.repositories import FILE, clone, commit, git, repository

FILES = [FILE]
BEFORE, AFTER = "2026-11-30T22:00:00-05:00", "2026-12-01T04:00:01+00:00"
AT = "2026-12-01T05:00+01:00"  # BEFORE is an hour, AFTER a second away


def at(text: str = AT) -> datetime:
    return parse_time(text)[0]


def code(taken: Taken) -> bytes | None:
    return taken.submission.files[FILE] if taken.submission else None


@pytest.fixture
def student(tmp_path: Path) -> Path:
    """A clone with two commits before the deadline and one after it."""
    source = repository(tmp_path / "source")
    commit(source, "first = 1\n", "2026-11-01T12:00:00+01:00")
    commit(source, "second = 1\n", BEFORE)
    commit(source, "late = 1\n", AFTER)
    return clone(source, tmp_path / "hw-ann")


def test_the_last_commit_before_the_deadline(student: Path) -> None:
    taken = take_folder(student, FILES, at())
    assert code(taken) == b"second = 1\n"
    assert taken.commit == git(student, "rev-parse", "HEAD~1")
    assert (taken.committed_at, taken.late, taken.notes) == (BEFORE, True, [])


def test_a_commit_at_the_very_second_counts(student: Path) -> None:
    taken = take_folder(student, FILES, at("2026-12-01T04:00:01Z"))
    assert (code(taken), taken.late) == (b"late = 1\n", False)


def test_no_commit_before_the_deadline(student: Path) -> None:
    taken = take_folder(student, FILES, at("2026-10-01"))
    assert (taken.submission, taken.commit, taken.late) == (None, "", True)
    assert taken.notes == ["All its commits are from after the deadline."]


def test_the_commit_counts_and_not_the_folder(student: Path) -> None:
    (student / FILE).write_text("changed = 1\n")
    assert code(take_folder(student, FILES, at())) == b"second = 1\n"
    git(student, "checkout", "--force", "-b", "other", "HEAD~2")
    assert code(take_folder(student, FILES, at())) == b"second = 1\n"  # origin's branch
    git(student, "remote", "remove", "origin")
    assert code(take_folder(student, FILES, at())) == b"first = 1\n"  # HEAD's


def test_packed_and_loose_branches(student: Path) -> None:
    for arguments in (["pack-refs", "--all"], ["gc"], ["checkout", "--detach"]):
        git(student, *arguments)
        assert code(take_folder(student, FILES, at())) == b"second = 1\n"


def test_work_merged_late_was_not_on_the_branch(tmp_path: Path) -> None:
    folder = repository(tmp_path / "hw-ann")
    commit(folder, "main = 1\n", "2026-11-01T12:00:00+01:00")
    git(folder, "checkout", "-b", "side")
    commit(folder, "side = 1\n", BEFORE)
    git(folder, "checkout", "main")
    git(folder, "merge", "--no-ff", "side", when=AFTER)
    taken = take_folder(folder, FILES, at())
    assert (code(taken), taken.late) == (b"main = 1\n", True)


def test_dates_that_contradict_each_other_are_noted(tmp_path: Path) -> None:
    folder = repository(tmp_path / "hw-ann")
    commit(folder, "late = 1\n", AFTER)
    commit(folder, "set back = 1\n", BEFORE)
    taken = take_folder(folder, FILES, at())
    assert (code(taken), taken.late) == (b"set back = 1\n", True)
    assert "look at its dates" in taken.notes[0]


def test_the_folder_as_it_is(student: Path) -> None:
    taken = take_folder(student, FILES, None)
    assert (code(taken), taken.late, taken.notes) == (b"late = 1\n", None, [])
    assert taken.commit == git(student, "rev-parse", "HEAD")
    assert taken.committed_at == AFTER
    (student / FILE).write_bytes(b"late = 1\r\n")
    assert take_folder(student, FILES, None).notes == []
    (student / FILE).write_text("changed = 1\n")
    changed = take_folder(student, FILES, None)
    assert (code(changed), changed.commit) == (b"changed = 1\n", taken.commit)
    assert "differs from its last commit" in changed.notes[0]


def test_a_folder_without_git(tmp_path: Path) -> None:
    (tmp_path / "attention.py").write_text("x = 1\n")
    assert take_folder(tmp_path, FILES, None).notes == []
    taken = take_folder(tmp_path, FILES, at())
    assert (code(taken), taken.commit, taken.late) == (b"x = 1\n", "", None)
    assert "no clone" in taken.notes[0]
    with pytest.raises(CannotTake, match="check its spelling"):
        take_folder(tmp_path / "gone", FILES, None)


def test_nothing_committed(tmp_path: Path) -> None:
    folder = repository(tmp_path / "hw-ann")
    assert take_folder(folder, FILES, at()) == Taken(
        None, late=False, notes=["Nothing is committed in this clone."]
    )
    taken = take_folder(folder, FILES, None)
    assert taken.submission is not None
    assert "no file starter/attention.py" in str(taken.submission.refusal)


def test_refusals_are_those_of_a_folder(tmp_path: Path) -> None:
    folder = repository(tmp_path / "hw-ann")
    commit(folder, "x = 1\n", BEFORE, file="other.py")
    words = {"missing": take_folder(folder, FILES, at())}
    (folder / "attention.py").symlink_to("other.py")
    commit(folder, None, BEFORE)
    words["a link"] = take_folder(folder, FILES, at())
    (folder / "attention.py").unlink()
    commit(folder, "x = 1\n", BEFORE, file="attention.py/x.py")
    words["a folder"] = take_folder(folder, FILES, at())
    commit(folder, "x" * (1 << 20) + "x", BEFORE)
    words["larger than 1 MiB"] = take_folder(folder, FILES, at())
    words["null bytes"] = _with(folder, "\0")
    for word, taken in words.items():
        assert taken.submission is not None
        refusal = str(taken.submission.refusal)
        assert word in refusal.replace("There is no file", "missing"), refusal
        assert taken.commit


def _with(folder: Path, content: str) -> Taken:
    commit(folder, content, BEFORE)
    return take_folder(folder, FILES, at())


def test_both_places_and_an_executable(tmp_path: Path) -> None:
    folder = repository(tmp_path / "hw-ann")
    commit(folder, "top = 1\n", BEFORE, file="attention.py")
    (folder / "attention.py").chmod(0o755)
    commit(folder, None, BEFORE)
    assert code(take_folder(folder, FILES, at())) == b"top = 1\n"
    commit(folder, "placed = 1\n", BEFORE)
    taken = take_folder(folder, FILES, at())
    assert code(taken) == b"placed = 1\n"
    assert taken.submission is not None
    assert "Both" in taken.submission.notes[0]


def test_a_shallow_clone(tmp_path: Path, student: Path) -> None:
    shallow = clone(tmp_path / "source", tmp_path / "shallow", "--depth", "1")
    with pytest.raises(CannotTake, match="--unshallow"):
        take_folder(shallow, FILES, at())
    assert code(take_folder(shallow, FILES, at("2027-01-01"))) == b"late = 1\n"
    assert student.is_dir()


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("in_berlin")
@pytest.mark.parametrize(
    ("text", "moment", "local"),
    [
        ("2026-11-30T23:59+01:00", "2026-11-30T23:59:00+01:00", False),
        ("2026-11-30 23:59:30Z", "2026-11-30T23:59:30+00:00", False),
        ("2026-11-30T23:59-0530", "2026-11-30T23:59:00-05:30", False),
        ("2026-11-30T23:59", "2026-11-30T23:59:00+01:00", True),
        ("2026-07-30", "2026-07-30T23:59:59+02:00", True),
    ],
)
def test_times(text: str, moment: str, local: bool) -> None:
    found, said = parse_time(text)
    assert found.isoformat() == moment
    assert moment in said
    assert ("this machine's local time" in said) == local


@pytest.mark.parametrize(
    "text",
    ["", "tomorrow", "30.11.2026", "2026-13-01", "2026-11-30T25:00", "2026-11-30T1:00+99:00"],
)
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(CannotGradeClass, match=r"no time\. Write it as 2026-11-30T23:59\+01:00"):
        parse_time(text)
