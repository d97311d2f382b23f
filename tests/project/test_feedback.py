"""One Markdown file for each student: names that every disk takes, words that give nothing away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from grader.cohort.feedback import file_name, write_all
from grader.roll import Row, Student
from tests.project import rolls
from tests.project.leaks import leaks
from tests.project.points import TOTAL

SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*\.md")
SECRETS = ("HIDDEN", "7919", "tried to open a network")


def named(username: str, number: int = 0) -> Row:
    return structs.replace(rolls.row(number, 1), student=Student(username=username))


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def test_everyone_gets_a_file(tmp_path: Path) -> None:
    roll = rolls.roll(45)
    assert write_all(roll, tmp_path / "feedback") == 45
    found = texts(tmp_path / "feedback")
    for row in roll.rows():
        text = found[f"{row.student.username}.md"]
        assert text.startswith(f"For {row.student.username}")
        if row.card:
            assert f"{row.card.points} of {TOTAL} points" in text
            assert f"commit {row.commit[:12]}" in text
            assert ("after the deadline was not graded" in text) == row.late
        else:
            assert "no points yet" in text
            assert not re.search(r"\d of", text)


def test_what_is_not_graded_is_no_fault_of_the_student(tmp_path: Path) -> None:
    rows = [row for row in rolls.roll(45).rows() if row.card is None]
    write_all(rolls.roll_of(rows), tmp_path)
    for row in rows:
        text = (tmp_path / f"{row.student.username}.md").read_text("utf-8")
        told = "says nothing about your work" if row.status == "not_graded" else "No submission"
        assert told in text
        assert "The slot ended" not in text


def test_nothing_hidden_is_in_it(tmp_path: Path) -> None:
    write_all(rolls.roll(60, hostile=True), tmp_path)
    for text in texts(tmp_path).values():
        assert not [secret for secret in SECRETS if secret in text]
        assert leaks(text) == []


def test_hostile_names_make_plain_files(tmp_path: Path) -> None:
    roll = rolls.roll(len(rolls.HOSTILE), hostile=True)
    folder = tmp_path / "feedback"
    assert write_all(roll, folder) == len(rolls.HOSTILE)
    assert list(tmp_path.iterdir()) == [folder]
    names = [path.name for path in folder.iterdir()]
    assert len({name.casefold() for name in names}) == len(rolls.HOSTILE)
    assert all(SAFE.fullmatch(name) for name in names)
    for text in texts(folder).values():
        assert not set(text) & set("\x1b\x07\u202e\u200b")
        outside = re.sub(r"^(`{3,})text\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
        assert not re.search(r"(?<!\\)<(?:img|/?script)", outside)
        assert "](javascript:" not in outside
        assert "@everyone" not in outside


@pytest.mark.parametrize(
    "name",
    ["CON", "con.txt", "LPT1", "nul", "a/b", "..", "a.", "-x", "", "x" * 200, "\ud800", "a+b"],
)
def test_names_that_some_system_refuses(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]+\+[0-9a-f]{12}\.md", file_name(name))


@pytest.mark.parametrize("name", ["octo-cat", "A1", "conny", "first.last", "x_" * 20])
def test_plain_names_stay(name: str) -> None:
    assert file_name(name) == f"{name}.md"


@given(st.lists(st.text(st.characters(), max_size=90) | st.sampled_from("aA"), unique=True))
def test_no_two_students_share_a_file(names: list[str]) -> None:
    folded = [name.casefold() for name in names]
    files = [file_name(n, shared=folded.count(n.casefold()) > 1).casefold() for n in names]
    assert len(set(files)) == len(names)
    assert all(len(name) < 100 for name in files)


def test_only_our_own_old_files_go(tmp_path: Path) -> None:
    write_all(rolls.roll_of([named("ann"), named("ben"), named("cy")]), tmp_path)
    (tmp_path / "notes.md").write_text("mine", "utf-8")
    edited = (tmp_path / "ben.md").read_text("utf-8").replace("For ben", "Dear Ben")
    (tmp_path / "ben.md").write_text(edited, "utf-8")
    assert write_all(rolls.roll_of([named("ann", 2)]), tmp_path) == 1
    assert sorted(texts(tmp_path)) == ["ann.md", "ben.md", "notes.md"]
    assert (tmp_path / "notes.md").read_text("utf-8") == "mine"


def test_a_second_run_writes_the_same(tmp_path: Path) -> None:
    roll = rolls.roll(20, hostile=True)
    write_all(roll, tmp_path)
    first = texts(tmp_path)
    write_all(roll, tmp_path)
    assert texts(tmp_path) == first


def test_what_somebody_wrote_into_a_file_is_kept(tmp_path: Path) -> None:
    write_all(rolls.roll_of([named("ada")]), tmp_path)
    with (tmp_path / "ada.md").open("a", encoding="utf-8") as file:
        file.write("See me.\n")
    write_all(rolls.roll_of([named("ada")]), tmp_path)
    assert {*texts(tmp_path)} == {"ada.md", "ada.edited"}
    assert "See me." in texts(tmp_path)["ada.edited"]
    assert "See me." not in texts(tmp_path)["ada.md"]


def test_late_work_alone_is_not_called_missing(tmp_path: Path) -> None:
    row = structs.replace(rolls.row(4, 1), late=True)
    assert row.status == "no_submission"
    write_all(rolls.roll_of([row]), tmp_path)
    (text,) = texts(tmp_path).values()
    assert "All commits that were found are from after the deadline" in text


@pytest.mark.parametrize(
    ("date", "told"),
    [
        ("2026-11-30T12:00:00+01:00", "of 30 November 2026, 12:00 (UTC+01:00)."),
        ("2026-03-01T08:05:00+00:00", "of 1 March 2026, 08:05 (UTC)."),
        ("@everyone", r"of \@&#8288;everyone."),
    ],
)
def test_a_commits_date_can_be_read(tmp_path: Path, date: str, told: str) -> None:
    row = next(row for row in rolls.roll(9).rows() if row.card)
    write_all(rolls.roll_of([structs.replace(row, committed_at=date, late=False)]), tmp_path)
    (text,) = texts(tmp_path).values()
    assert told in text.splitlines()[0]


def test_all_that_somebody_edited_is_kept(tmp_path: Path) -> None:
    row = rolls.row(0, 1)
    for words in ("first", "second", "third"):
        write_all(rolls.roll_of([row]), tmp_path)
        with (tmp_path / f"{row.student.username}.md").open("a") as stream:
            stream.write(words)
    write_all(rolls.roll_of([row]), tmp_path)
    together = "".join(texts(tmp_path).values())
    assert all(words in together for words in ("first", "second", "third"))
