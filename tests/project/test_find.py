"""A class's submissions, however they come, and whose they are."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from grader.cohort.handed_in.commits import parse_time
from grader.cohort.handed_in.find import CannotTake, Found, find
from grader.cohort.store import NAME as STORE
from grader.roll import CannotGradeClass, Student
from grader.rubric import load
from tests.project.repositories import commit, repository

RUBRIC = load(Path(__file__).parents[2])
NAME = RUBRIC.submission.files[0]


def put(path: Path, content: str = "x = 1\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def students(*usernames: str) -> list[Student]:
    return [Student(username=username) for username in usernames]


def found_in(folder: Path, *usernames: str, prefix: str = "", output: str = "report") -> Found:
    roster = students(*usernames) if usernames else None
    return find(folder, RUBRIC, roster, prefix, None, folder / output)


def paths(found: Found) -> dict[str, str]:
    return {entry.student.username: entry.path for entry in found.entries}


def told(found: Found) -> list[tuple[str, str]]:
    return [(finding.kind, finding.text.partition(" ")[0]) for finding in found.findings]


def test_folders_files_and_repositories(tmp_path: Path) -> None:
    put(tmp_path / "cs-attention-Ann" / NAME, "a = 1\n")
    put(tmp_path / "bob" / "attention.py", "b = 1\n")
    put(tmp_path / "hw-cem.py", "c = 1\n")
    put(tmp_path / "dee" / "README.md")
    found = found_in(tmp_path, "dee", "CEM", "bob", "ann", "eve")
    assert [entry.student.username for entry in found.entries] == ["dee", "CEM", "bob", "ann"]
    assert found.missing == students("eve")
    assert (found.findings, found.git) == ([], False)
    taken = [entry.take() for entry in found.entries]
    dee, *others = [one.submission for one in taken]
    assert dee is not None
    assert "There is no file" in str(dee.refusal)
    codes = [{NAME: f"{name} = 1\n".encode()} for name in "cba"]
    assert [one and one.files for one in others] == codes
    assert {(one.commit, one.committed_at, one.late) for one in taken} == {("", "", None)}


def test_what_is_left_out(tmp_path: Path) -> None:
    for name in (".git", ".hidden", "__MACOSX", "report", "ann"):
        put(tmp_path / name / NAME)
    for name in (".DS_Store", "roster.csv", "notes.txt", "._ann.py"):
        put(tmp_path / name)
    assert paths(found_in(tmp_path)) == {"ann": "ann"}
    assert paths(found_in(tmp_path, output="ann/x/y")) == {"report": "report"}


def test_the_longest_username_wins(tmp_path: Path) -> None:
    for name in ("hw-maryann", "hw-mary-ann", "hw-ann", "hw-x-bo"):
        put(tmp_path / name / NAME)
    found = found_in(tmp_path, "ann", "maryann", "Mary-Ann", "x-bo")
    assert paths(found) == {
        "ann": "hw-ann",
        "maryann": "hw-maryann",
        "Mary-Ann": "hw-mary-ann",
        "x-bo": "hw-x-bo",
    }


def test_a_longer_username_that_the_roster_lacks(tmp_path: Path) -> None:
    for name in ("hw-bob", "hw-cem", "hw-mary-ann"):
        put(tmp_path / name / NAME)
    found = found_in(tmp_path, "ann", "bob", "cem")
    assert list(paths(found)) == ["bob", "cem"]
    assert told(found) == [("unmatched", "hw-mary-ann")]
    assert "hw-USERNAME" in found.findings[0].text
    assert found.missing == students("ann")


def test_an_unusual_name_is_noted(tmp_path: Path) -> None:
    for name in ("hw-bob", "hw-cem", "old-ann"):
        put(tmp_path / name / NAME)
    entries = found_in(tmp_path, "ann", "bob", "cem").entries
    assert [len(entry.take().notes) for entry in entries] == [1, 0, 0]
    assert "old-ann was taken to be of ann" in entries[0].take().notes[0]


def test_nothing_is_guessed(tmp_path: Path) -> None:
    for name in ("hw-ann", "ann", "hw-bob", "hw-stranger", "annie", "xbob"):
        put(tmp_path / name / NAME)
    put(tmp_path / "cem.zip")
    found = found_in(tmp_path, "ann", "bob", "cem")
    assert paths(found) == {"ann": "ann and hw-ann", "bob": "hw-bob"}
    assert told(found) == [
        ("doubled", "ann"),
        *(("unmatched", name) for name in ("annie", "cem.zip", "hw-stranger", "xbob")),
    ]
    assert (found.findings[0].username, found.missing) == ("ann", students("cem"))
    with pytest.raises(CannotTake, match="ann and hw-ann belong to one student"):
        found.entries[0].take()


def test_a_prefix_without_a_roster(tmp_path: Path) -> None:
    for name in ("cs-hw-Ann", "cs-hw-mary-ann", "other"):
        put(tmp_path / name / NAME)
    found = found_in(tmp_path, prefix="CS-hw")
    assert paths(found) == {"Ann": "cs-hw-Ann", "mary-ann": "cs-hw-mary-ann"}
    assert told(found) == [("unmatched", "other")]
    assert list(paths(found_in(tmp_path))) == ["cs-hw-Ann", "cs-hw-mary-ann", "other"]


def test_a_prefix_with_a_roster(tmp_path: Path) -> None:
    for name in ("hw_ann", "hw_mary-bob", "cem"):
        put(tmp_path / name / NAME)
    found = found_in(tmp_path, "ann", "bob", "cem", prefix="hw_")
    assert list(paths(found)) == ["ann", "cem"]
    assert told(found) == [("unmatched", "hw_mary-bob")]


def test_usernames_differ_by_more_than_case(tmp_path: Path) -> None:
    for name in ("Ann", "ann"):
        put(tmp_path / name / NAME)
    assert paths(found_in(tmp_path)) == {"Ann": "Ann and ann"}


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = put(tmp_path / "away" / NAME).parents[1]
    folder = tmp_path / "class"
    put(folder / "bob" / NAME)
    (folder / "ann").symlink_to(secret)
    (folder / "cem.py").symlink_to(secret / NAME)
    os.mkfifo(folder / "dee.py")
    found = found_in(folder)
    assert paths(found) == {"bob": "bob"}
    names = ("ann", "cem.py", "dee.py")
    assert told(found) == [("unreadable", name) for name in names]


def test_names_steer_no_terminal_and_no_file(tmp_path: Path) -> None:
    bad = [b"a\x1b[31mb", b"c\xff\xfed", "e\u202ef".encode(), b"<img src=x onerror=alert(1)>"]
    for name in bad:
        put(tmp_path / os.fsdecode(name) / NAME)
    entries = found_in(tmp_path).entries
    for text in [entry.student.username + entry.path for entry in entries]:
        text.encode()
        assert not {"\x1b", "\u202e"} & set(text)
    assert [entry.take().submission is not None for entry in entries] == [True] * 4


def test_a_folder_around_the_class(tmp_path: Path) -> None:
    put(tmp_path / "all-submissions" / "hw-ann" / NAME)
    assert paths(found_in(tmp_path, "ann")) == {"ann": "all-submissions/hw-ann"}
    put(tmp_path / "one" / "hw-ann" / "docs" / "notes.py")
    found = found_in(tmp_path / "one", "ann")
    assert paths(found) == {"ann": "hw-ann"}  # it is hers, though her file is missing


def test_mistakes_of_the_command(tmp_path: Path) -> None:
    with pytest.raises(CannotGradeClass, match="there is no folder"):
        found_in(tmp_path / "nowhere")
    with pytest.raises(CannotGradeClass, match="there is no submission"):
        found_in(tmp_path)
    with pytest.raises(CannotGradeClass, match=r"neither a folder nor a \.zip"):
        found_in(put(tmp_path / "class.tar"))
    put(tmp_path / "repository" / NAME)
    with pytest.raises(CannotGradeClass, match="this is one submission"):
        found_in(tmp_path / "repository")


def test_clones_are_found_without_git_and_read_when_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr(subprocess, "Popen", lambda *arguments, **_: started.append(arguments))
    for number in range(100):
        (tmp_path / f"hw-s{number}" / ".git" / "objects").mkdir(parents=True)
    found = found_in(tmp_path, *(f"s{number}" for number in range(100)))
    assert (len(found.entries), found.git, started) == (100, True, [])


def test_a_deadline_among_clones_and_others(tmp_path: Path) -> None:
    commit(repository(tmp_path / "hw-ann"), "late = 1\n", "2026-12-02T00:00:00Z")
    put(tmp_path / "hw-bob" / NAME)
    put(tmp_path / "cem.py")
    at = parse_time("2026-12-01")[0]
    found = find(tmp_path, RUBRIC, None, "", at, tmp_path / "report")
    cem, ann, bob = (entry.take() for entry in found.entries)
    assert (ann.submission, ann.late) == (None, True)
    for taken in (bob, cem):
        assert taken.submission is not None
        assert (taken.submission.refusal, taken.late) == (None, None)
        assert "no clone" in taken.notes[0]


def test_a_deadline_without_the_program_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hw-ann" / ".git").mkdir(parents=True)
    monkeypatch.setattr("grader.cohort.handed_in.find.git", lambda: None)
    with pytest.raises(CannotGradeClass, match="install it"):
        find(tmp_path, RUBRIC, None, "", parse_time("2026-12-01")[0], tmp_path / "report")
    assert not found_in(tmp_path).git


def test_a_prefix_may_have_letters_that_grow_when_case_is_ignored(tmp_path: Path) -> None:
    put(tmp_path / "Stra\u00dfe-ada" / NAME)
    assert list(paths(found_in(tmp_path, prefix="Stra\u00dfe-"))) == ["ada"]
    assert list(paths(found_in(tmp_path, "ada", prefix="stra\u00dfe-"))) == ["ada"]


def test_names_that_look_alike_are_two(tmp_path: Path) -> None:
    put(tmp_path / "a b" / NAME)
    put(tmp_path / "a  b" / NAME)
    found = found_in(tmp_path)
    assert [one.kind for one in found.findings] == ["doubled"]


def test_the_report_of_an_earlier_run_is_no_student(tmp_path: Path) -> None:
    put(tmp_path / "rep1" / STORE)
    put(tmp_path / "rep1" / "feedback" / "ann.md")
    for name in (NAME, STORE):
        put(tmp_path / "ann" / name)
    found = found_in(tmp_path)
    assert paths(found) == {"ann": "ann"}
    assert told(found) == [("unmatched", "rep1")]


def test_work_whose_name_begins_with_a_dot_is_told(tmp_path: Path) -> None:
    for name in (f".ann/{NAME}", ".bob.py", "cem.py", ".git/HEAD", "._cem.py", ".vscode/x.json"):
        put(tmp_path / name)
    found = found_in(tmp_path)
    assert paths(found) == {"cem": "cem.py"}
    assert told(found) == [("unmatched", ".ann"), ("unmatched", ".bob.py")]
