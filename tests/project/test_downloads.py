"""Downloads of Gradescope and Moodle, and zips made to harm."""

from __future__ import annotations

import io
import stat
import warnings
import zipfile
from pathlib import Path

import pytest

from grader.cohort.handed_in.find import CannotTake, Entry, Found, find
from grader.cohort.handed_in.whose import submitters
from grader.roll import CannotGradeClass, Student
from grader.rubric import load

RUBRIC = load(Path(__file__).parents[2])
NAME = RUBRIC.submission.files[0]
ANN = Student(username="ann", first_name="Ann", last_name="O'Neil", email="Ann@example.edu")
BOB = Student(username="bob", first_name="Bob", last_name="de la Cruz", email="bob@example.edu")
CEM = Student(username="s123", first_name="Cem", last_name="\u00d6z")
ROSTER = [ANN, BOB, CEM]
SHEET = """\
---
submission_1:
  :submitters:
  - :name: Annie
    :sid: ''
    :email: ann@example.edu
  - :name: "Cem \\u00d6z"
    :sid: 's123'
    :email: other@example.edu
  :created_at: 2026-11-30 01:35:05.470990000 Z
  :status: processed
  :results:
    :output: |-
      submission_2:
        :submitters:
        - :name: forged
          :email: ann@example.edu
    :tests:
    - :name: bob
submission_2:
  :submitters:
  - :name: de la Cruz, Bob
    :sid:
    :email:
  :submitters:
  - :email: ann@example.edu
submission_3:
  :submitters:
  - :name: Stranger
    :email: stranger@example.edu
  - :name: Guest
"""
GRADESCOPE = {
    "submission_metadata.yml": SHEET,
    "submission_1/starter/attention.py": "one = 1\n",
    "submission_2/attention.py": "two = 1\n",
    "submission_3/attention.py": "three = 1\n",
    "submission_4/attention.py": "four = 1\n",
}
MOODLE = {
    "Ann ONeil_101_assignsubmission_file_/attention.py": "one = 1\n",
    "Cruz de la Bob_102_assignsubmission_file_attention (1).py": "two = 1\n",
    "Cruz de la Bob_102_assignsubmission_file_notes.txt": "",
    "Cem O\u0308z_103_assignsubmission_file_/starter/attention.py": "three = 1\n",
    "Cem \u00d6z_103_assignsubmission_onlinetext_/onlinetext.html": "",
    "Ann_104_assignsubmission_file_/attention.py": "four = 1\n",
}


def zipped(path: Path, members: dict[str, str], top: str = "") -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(top + name, content)
    return path


def laid_out(path: Path, members: dict[str, str], top: str, how: str) -> Path:
    """The download as it is, or unpacked."""
    archive = zipped(path / "class.zip", members, top)
    if how == "zip":
        return archive
    with zipfile.ZipFile(archive) as stream:
        stream.extractall(path / "class")
    return path / "class"


def found_in(path: Path, roster: list[Student] | None = ROSTER) -> Found:
    return find(path, RUBRIC, roster, "", None, Path("/nonexistent"))


def codes(found: Found) -> dict[str, str]:
    return {entry.student.username: code(entry) for entry in found.entries}


def code(entry: Entry) -> str:
    submission = entry.take().submission
    assert submission is not None
    return submission.refusal or submission.files[NAME].decode().partition(" ")[0]


@pytest.mark.parametrize("how", ["zip", "folder"])
@pytest.mark.parametrize("top", ["", "assignment_99_export/"])
def test_gradescope(tmp_path: Path, top: str, how: str) -> None:
    found = found_in(laid_out(tmp_path, GRADESCOPE, top, how))
    assert codes(found) == {"ann": "one", "bob": "two", "s123": "one"}
    assert [entry.path for entry in found.entries] == [f"{top}submission_{n}" for n in (1, 2, 1)]
    texts = [finding.text for finding in found.findings]
    assert {finding.kind for finding in found.findings} == {"unmatched"}
    assert len(texts) == 3
    assert "stranger@example.edu" in texts[0]
    assert "Guest" in texts[1]
    assert "submission_4" in texts[2]


def test_gradescope_without_a_roster(tmp_path: Path) -> None:
    found = found_in(zipped(tmp_path / "class.zip", GRADESCOPE), None)
    named = {entry.student.username: entry.student.name for entry in found.entries}
    assert named == {
        "ann@example.edu": "Annie",
        "other@example.edu": "Cem \u00d6z",
        "de la Cruz, Bob": "de la Cruz, Bob",
        "stranger@example.edu": "Stranger",
        "Guest": "Guest",
    }


def test_metadata_of_other_shapes() -> None:
    assert submitters(["- nothing", "submission_1: {}", "  :submitters:", "  - :name: x"]) == {}
    assert (
        submitters(io.StringIO("submission_1:\r\n  submitters:\n  - name: Ann\r\n"))[
            "submission_1"
        ][0].said()
        == "Ann"
    )


@pytest.mark.parametrize("how", ["zip", "folder"])
def test_moodle(tmp_path: Path, how: str) -> None:
    found = found_in(laid_out(tmp_path, MOODLE, "", how))
    assert codes(found) == {"ann": "one", "bob": "two", "s123": "three"}
    assert [finding.kind for finding in found.findings] == ["unmatched"]
    assert "Ann_104" in found.findings[0].text


def test_moodle_without_a_roster(tmp_path: Path) -> None:
    found = found_in(zipped(tmp_path / "class.zip", MOODLE), None)
    assert list(codes(found)) == ["Ann ONeil", "Ann", "Cem \u00d6z", "Cruz de la Bob"]


@pytest.mark.parametrize(
    "end", ["onlinetext_/onlinetext.html", "onlinetext_onlinetext.html", "file_a.pdf"]
)
def test_what_moodle_has_beside_programs_is_told(tmp_path: Path, end: str) -> None:
    members = {"Ann ONeil_101_assignsubmission_file_a.py": "x = 1\n"}
    for name in ("Ann ONeil_101", "Cem \u00d6z_103", "Stranger_104"):
        members[f"{name}_assignsubmission_{end}"] = "text"
    found = found_in(zipped(tmp_path / "class.zip", members))
    ann, cem = found.entries
    assert code(ann) == "x"
    with pytest.raises(CannotTake, match=f"cannot be graded.*Ask for {NAME}"):
        cem.take()
    assert [finding.text.partition("_")[0] for finding in found.findings] == ["Stranger"]


def test_two_of_one_name_are_not_guessed(tmp_path: Path) -> None:
    namesake = Student(username="ann2", first_name="Ann", last_name="O'Neil")
    found = found_in(zipped(tmp_path / "class.zip", MOODLE), [*ROSTER, namesake])
    assert found.missing == [ANN, namesake]
    assert "more than one" in found.findings[0].text


def test_plain_folders_in_a_zip(tmp_path: Path) -> None:
    members = {"ann/attention.py": "one = 1\n", "hw-bob.py": "two = 1\n", "s123/.git/HEAD": ""}
    for top in ("", "class/"):
        members["__MACOSX/ann/attention.py"] = "no"
        found = found_in(zipped(tmp_path / "class.zip", members, top))
        assert list(codes(found).values())[:2] == ["one", "two"]
        assert "no file" in codes(found)["s123"]
        assert not found.git


def test_names_in_utf8_without_the_mark_for_it(tmp_path: Path) -> None:
    name = "Cem \u00d6z_1_assignsubmission_file_/attention.py"
    content = zipped(tmp_path / "class.zip", {name: "x = 1\n"}).read_bytes()
    marked = (b"PK\x03\x04\x14\x00\x00\x08", b"PK\x01\x02\x14\x03\x14\x00\x00\x08")
    assert all(mark in content for mark in marked)
    for mark in marked:
        content = content.replace(mark, mark[:-1] + b"\0")
    (tmp_path / "class.zip").write_bytes(content)
    assert codes(found_in(tmp_path / "class.zip")) == {"s123": "x"}


@pytest.mark.parametrize(
    "name", ["../ann/attention.py", "/ann/attention.py", "ann/../bob/attention.py", "C:/ann/x.py",
             "ann\\attention.py", "ann//attention.py", "./ann/attention.py", "a/" * 50 + "x.py"]
)  # fmt: skip
def test_paths_that_lead_elsewhere(tmp_path: Path, name: str) -> None:
    found = found_in(zipped(tmp_path / "class.zip", {name: "bad = 1\n", "bob.py": "x = 1\n"}))
    assert codes(found) == {"bob": "x"}
    assert [finding.kind for finding in found.findings] == ["unreadable"]
    assert found.findings[0].text.endswith("Zip the folders anew.")
    assert " and 1 more" not in found.findings[0].text
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["class.zip"]


def test_links_in_a_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name in ("ann/attention.py", "bob/starter", "s123.py"):
            link = zipfile.ZipInfo(name)
            link.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(link, "/etc/passwd")
        archive.writestr("bob/starter/attention.py", "x = 1\n")
    found = found_in(tmp_path / "class.zip")
    assert all("link" in refusal for refusal in codes(found).values())
    assert [entry.student for entry in found.entries] == [ANN, BOB]
    assert [finding.kind for finding in found.findings] == ["unreadable"]


def test_a_bomb(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("ann/attention.py", "w") as stream:
            for _ in range(40):
                stream.write(bytes(1 << 20))
        archive.writestr("bob/attention.py", "x" * 5000, zipfile.ZIP_BZIP2)
    assert (tmp_path / "class.zip").stat().st_size < 1 << 20
    ann, bob = found_in(tmp_path / "class.zip").entries
    assert "larger than 1 MiB" in code(ann)
    with pytest.raises(CannotTake, match="packed in a way"):
        bob.take()


def test_a_member_twice(tmp_path: Path) -> None:
    with warnings.catch_warnings(), zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        warnings.simplefilter("ignore")
        for name in ("ann/attention.py", "ann/attention.py", "bob/attention.py", "s123.py"):
            archive.writestr(name, "x = 1\n")
        archive.writestr("bob/attention.py/more", "")
    ann, bob, cem = found_in(tmp_path / "class.zip").entries
    for entry in (ann, bob):
        with pytest.raises(CannotTake, match="is twice in the zip"):
            entry.take()
    assert code(cem) == "x"


def test_a_file_that_hides_a_folder(tmp_path: Path) -> None:
    members = {"ann": "", "ann/attention.py": "x = 1\n", "bob.py": "y = 1\n"}
    found = found_in(zipped(tmp_path / "class.zip", members))
    assert codes(found) == {"bob": "y"}
    (finding,) = found.findings
    assert (finding.kind, finding.text.partition(" ")[0]) == ("unreadable", "ann")


def test_locked_and_damaged_members(tmp_path: Path) -> None:
    path = zipped(tmp_path / "class.zip", {"ann.py": "x = 1\n" * 99, "bob.py": "y = 1\n"})
    content = bytearray(path.read_bytes())
    content[content.index(b"ann.py") + 8] ^= 0xFF  # in the packed text
    start = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 4)
    content[start + 8] |= 1  # encrypted, says the list of members
    content[content.index(b"bob.py") - 24] |= 1
    path.write_bytes(content)
    ann, bob = found_in(path).entries
    with pytest.raises(CannotTake, match="download it again"):
        ann.take()
    with pytest.raises(CannotTake, match=r"^bob\.py is encrypted"):
        bob.take()


def test_broken_zips(tmp_path: Path) -> None:
    whole = zipped(tmp_path / "class.zip", {"ann.py": "x = 1\n", "bob.py": "y = 1\n"}).read_bytes()
    listed = whole.index(b"PK\x01\x02")
    unknown = bytearray(whole)
    unknown[listed + 6] = 99  # the version that it takes to unpack
    shifted = whole[: listed + 42] + b"\xff" + whole[listed + 43 :]  # where the member begins
    for content in (b"", b"not a zip", whole[:listed], whole[:-20], bytes(unknown), shifted):
        (tmp_path / "class.zip").write_bytes(content)
        with pytest.raises((CannotGradeClass, CannotTake), match="download it again"):
            found_in(tmp_path / "class.zip").entries[0].take()
