"""From a path to bytes: what is taken, what is refused, and what is a mistake of the command."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from grader.submission import MAX_BYTES, NotASubmission, Submission, take

FILES = ["starter/attention.py"]
CODE = b"def softmax(x):\n    return x\n"


def put(folder: Path, name: str, content: bytes = CODE) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return folder


def refused(submission: Submission, *words: str) -> None:
    assert submission.refusal is not None
    assert all(word in submission.refusal for word in words), submission.refusal
    assert submission.files == {}


@pytest.mark.parametrize("name", ["starter/attention.py", "attention.py"])
def test_a_folder(tmp_path: Path, name: str) -> None:
    taken = take(put(tmp_path, name), FILES)
    assert (taken.files, taken.refusal, taken.notes) == ({FILES[0]: CODE}, None, [])


def test_the_file_in_its_place_wins_with_a_note(tmp_path: Path) -> None:
    put(put(tmp_path, "attention.py", b"other = 1\n"), "starter/attention.py")
    taken = take(tmp_path, FILES)
    assert taken.files == {FILES[0]: CODE}
    assert taken.notes == [
        "Both starter/attention.py and attention.py are there: starter/attention.py was graded."
    ]


def test_any_python_file(tmp_path: Path) -> None:
    assert take(put(tmp_path, "my work.py") / "my work.py", FILES).files == {FILES[0]: CODE}


def test_several_files(tmp_path: Path) -> None:
    files = ["a/one.py", "a/two.py"]
    put(put(tmp_path, "a/one.py"), "two.py", b"x = 2\n")
    assert take(tmp_path, files).files == {"a/one.py": CODE, "a/two.py": b"x = 2\n"}
    with pytest.raises(NotASubmission, match="folder"):
        take(tmp_path / "two.py", files)


def test_nothing_else_is_read(tmp_path: Path) -> None:
    put(put(tmp_path, "attention.py"), "conftest.py", b"boom")
    os.mkfifo(tmp_path / "numpy.py")
    assert list(take(tmp_path, FILES).files) == FILES


def test_paths_that_are_no_submission(tmp_path: Path) -> None:
    with pytest.raises(NotASubmission, match="check its spelling"):
        take(tmp_path / "nobody", FILES)
    put(tmp_path, "notes.txt")
    with pytest.raises(NotASubmission, match=r"no \.py file"):
        take(tmp_path / "notes.txt", FILES)


def test_missing(tmp_path: Path) -> None:
    refused(take(tmp_path, FILES), "no file starter/attention.py", "no attention.py at its top")
    put(tmp_path, "starter")
    refused(take(tmp_path, FILES), "no file starter/attention.py")


def test_a_folder_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "starter" / "attention.py").mkdir(parents=True)
    refused(take(tmp_path, FILES), "is a folder")


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = put(tmp_path / "secret", "attention.py") / "attention.py"
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    for folder in (one, two, three):
        folder.mkdir()
    (one / "attention.py").symlink_to(secret)
    (two / "starter").symlink_to(secret.parent)
    (three / "attention.py").symlink_to("nowhere")
    for folder in (one, two, three, one / "attention.py"):
        refused(take(folder, FILES), "link", "Put the file itself there")


def test_a_link_to_the_folder_is_the_callers_own(tmp_path: Path) -> None:
    put(tmp_path / "real", "attention.py")
    (tmp_path / "link").symlink_to("real")
    assert take(tmp_path / "link", FILES).refusal is None


def test_special_files_do_not_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    for name in ("pipe", "socket"):
        (tmp_path / name).mkdir()
    os.mkfifo("pipe/attention.py")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket/attention.py")
        refused(take(tmp_path / "pipe", FILES), "no ordinary file")
        refused(take(tmp_path / "socket", FILES), "no ordinary file")


def test_size(tmp_path: Path) -> None:
    put(tmp_path, "attention.py", CODE.ljust(MAX_BYTES))
    assert take(tmp_path, FILES).refusal is None
    with (tmp_path / "attention.py").open("r+b") as stream:
        stream.truncate(1 << 40)
    refused(take(tmp_path, FILES), "larger than 1 MiB", "hand it in again")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xef\xbb\xbf" + CODE,
        CODE.replace(b"\n", b"\r\n"),
        "gr\u00f6\u00dfe = 1\n".encode(),
        b"# -*- coding: latin-1 -*-\nname = '\xe4'\n",
        "# coding: gbk\nname = '\u4f60'\n".encode("gbk"),
    ],
)
def test_text_that_python_reads(tmp_path: Path, content: bytes) -> None:
    assert take(put(tmp_path, "attention.py", content), FILES).files == {FILES[0]: content}


@pytest.mark.parametrize(
    "content",
    [
        b"name = '\xe4'\n",
        b"x = 1\n" * 9 + b"name = '\xe4'\n",
        "x = 1\n".encode("utf-16"),
        b"# coding: no-such-thing\n",
        b"# coding: rot13\n",
        b"# coding: punycode\nx-" + b"b" * 900_000,
        b"\xef\xbb\xbf# coding: latin-1\n",
    ],
)
def test_text_that_python_cannot_read(tmp_path: Path, content: bytes) -> None:
    refused(take(put(tmp_path, "attention.py", content), FILES), "not text", "UTF-8")


def test_null_bytes(tmp_path: Path) -> None:
    refused(take(put(tmp_path, "attention.py", b"x = 1\0\n"), FILES), "null bytes", "UTF-8")


def test_the_digest_tells_submissions_apart(tmp_path: Path) -> None:
    same = [take(put(tmp_path / name, "attention.py"), FILES) for name in ("a", "b")]
    other = take(put(tmp_path / "c", "attention.py", b"x = 1\n"), FILES)
    nothing = take(tmp_path, FILES)
    refused_otherwise = take(put(tmp_path / "d", "attention.py", b"\0"), FILES)
    assert same[0].digest == same[1].digest
    digests = [same[0].digest, other.digest, nothing.digest, refused_otherwise.digest]
    assert len(set(digests)) == 4
    assert list(same[0].file_digests) == FILES
    assert same[0].file_digests != other.file_digests
