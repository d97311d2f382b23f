"""Clones made to run programs, to show other people's files, or to exhaust the grader."""

from __future__ import annotations

import hashlib
import os
import resource
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from grader.cohort.handed_in import clone as clones
from grader.cohort.handed_in.clone import CannotTake, Clone
from grader.cohort.handed_in.commits import Taken, parse_time, take_folder
from tests.project.repositories import FILE, commit, git, repository

AT = parse_time("2026-12-01T00:00Z")[0]
WHEN = "2026-11-01T12:00:00+01:00"
PROGRAMS = """
core.fsmonitor core.sshCommand core.pager core.editor core.alternateRefsCommand core.gitProxy
core.askPass pager.cat-file pager.rev-list pager.log diff.external diff.x.textconv diff.x.command
filter.x.smudge filter.x.clean filter.x.process merge.x.driver credential.helper gpg.program
gpg.ssh.program remote.origin.uploadpack remote.origin.receivepack remote.origin.vcs
uploadpack.packObjectsHook alias.cat-file alias.rev-list sequence.editor interactive.diffFilter
"""


@pytest.fixture
def student(tmp_path: Path) -> Path:
    folder = repository(tmp_path / "hw-ann")
    commit(folder, "mine = 1\n", WHEN)
    return folder


def code(folder: Path) -> bytes:
    taken = take_folder(folder, [FILE], AT)
    assert taken.submission is not None
    return taken.submission.files[FILE]


def write_object(folder: Path, kind: str, content: bytes, name: str = "") -> str:
    """Put a loose object there as it is, under its own or another id."""
    whole = f"{kind} {len(content)}\0".encode() + content
    name = name or hashlib.sha1(whole, usedforsecurity=False).hexdigest()
    path = folder / ".git" / "objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(zlib.compress(whole))
    return name


def write_commit(folder: Path, committer: str, tree: str = "HEAD^{tree}") -> None:
    """Make HEAD a commit with this committer line."""
    tree = git(folder, "rev-parse", tree)
    text = f"tree {tree}\nauthor A <a> 1 +0000\ncommitter {committer}\n\nwork\n"
    (folder / ".git" / "HEAD").write_text(write_object(folder, "commit", text.encode()) + "\n")


def trapped(folder: Path, marker: Path) -> None:
    """Set every program that a repository can name to one that leaves a mark."""
    trap = marker.with_name("trap")
    trap.write_text(f"#!/bin/sh\necho $0 $* >> {marker}\n")
    trap.chmod(0o755)
    for name in PROGRAMS.split():
        git(folder, "config", name, str(trap))
    for name, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.url": f"ext::{trap} %S",
        "remote.origin.promisor": "true",
        "protocol.allow": "always",
        "core.hooksPath": str(marker.parent / "hooks"),
    }.items():
        git(folder, "config", name, value)
    (marker.parent / "hooks").mkdir()
    for name in ("post-checkout", "pre-auto-gc", "reference-transaction", "post-index-change"):
        shutil.copy(trap, marker.parent / "hooks" / name)
    (folder / ".gitattributes").write_text("* diff=x filter=x merge=x\n")


def test_a_clone_runs_nothing(tmp_path: Path, student: Path) -> None:
    marker = tmp_path / "ran"
    trapped(student, marker)
    assert code(student) == b"mine = 1\n"
    assert take_folder(student, [FILE], None).commit == git(student, "rev-parse", "HEAD")
    blob = git(student, "rev-parse", f"HEAD:{FILE}")
    (student / ".git" / "objects" / blob[:2] / blob[2:]).unlink()  # to be fetched by a program
    with pytest.raises(CannotTake, match="not complete"):
        code(student)
    assert not marker.exists(), marker.read_text()
    # The traps are real: ordinary commands run them.
    for command in (["status"], ["cat-file", "-p", blob]):
        subprocess.run(
            ["git", *command],
            cwd=student,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        assert marker.exists()
        marker.unlink()


def test_the_graders_own_settings_do_not_matter(
    tmp_path: Path, student: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".gitconfig").write_text("[core\nbroken")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("GIT_DIR", "GIT_OBJECT_DIRECTORY", "GIT_CONFIG_PARAMETERS", "GIT_NAMESPACE"):
        monkeypatch.setenv(name, str(tmp_path / "nowhere"))
    assert code(student) == b"mine = 1\n"


def test_whose_folder_it_is_does_not_matter(student: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    for path in (student, student / ".git"):
        os.chown(path, 12345, 12345)
    assert code(student) == b"mine = 1\n"


def test_replacements_and_grafts_are_not_believed(student: Path) -> None:
    own = git(student, "rev-parse", "HEAD")
    other = commit(student, "other = 1\n", WHEN)
    git(student, "reset", "--hard", own)
    git(student, "replace", own, other)
    (student / ".git" / "info" / "grafts").write_text(f"{own} {other}\n")
    assert git(student, "show", f"HEAD:{FILE}") == "other = 1"  # as git itself has it
    assert code(student) == b"mine = 1\n"


@pytest.mark.parametrize("how", ["file", "link", "objects", "pack", "alternates", "pipe"])
def test_other_repositories_are_not_shown(tmp_path: Path, student: Path, how: str) -> None:
    secret = repository(tmp_path / "solutions")
    commit(secret, "solution = 1\n", WHEN)
    git(secret, "gc")
    own, away = student / ".git", secret / ".git"
    (own / "HEAD").write_text(git(secret, "rev-parse", "HEAD") + "\n")
    if how in ("file", "link"):
        shutil.rmtree(own)
        if how == "file":
            own.write_text(f"gitdir: {away}\n")
        else:
            own.symlink_to(away)
    elif how == "objects":
        shutil.rmtree(own / "objects")
        (own / "objects").symlink_to(away / "objects")
    elif how == "pack":
        for path in (away / "objects" / "pack").iterdir():
            (own / "objects" / "pack" / path.name).symlink_to(path)
    elif how == "alternates":
        (own / "objects" / "info" / "alternates").write_text(f"{away / 'objects'}\n")
    else:
        os.mkfifo(own / "objects" / "pack" / "pack-1.idx")
    with pytest.raises(CannotTake, match="not followed"):
        code(student)


def test_the_common_folder_is_not_followed(tmp_path: Path, student: Path) -> None:
    secret = repository(tmp_path / "solutions")
    (student / ".git" / "commondir").write_text(f"{secret / '.git'}\n")
    assert code(student) == b"mine = 1\n"


@pytest.mark.parametrize("text", ["ref: ../../secret", "ref: refs/../../secret", "ref: x", "\0"])
def test_branches_outside(tmp_path: Path, student: Path, text: str) -> None:
    (tmp_path / "secret").write_text(git(student, "rev-parse", "HEAD"))
    (student / ".git" / "HEAD").write_text(text)
    with pytest.raises(CannotTake, match="branches cannot be read"):
        code(student)


def test_branches_in_circles_and_in_pipes(student: Path) -> None:
    main = student / ".git" / "refs" / "heads" / "main"
    main.write_text("ref: refs/heads/main\n")
    assert take_folder(student, [FILE], AT).submission is None
    main.unlink()
    os.mkfifo(main)
    assert take_folder(student, [FILE], AT).submission is None


def test_links_in_a_commit_are_not_followed(tmp_path: Path, student: Path) -> None:
    (tmp_path / "starter").mkdir()
    (tmp_path / "starter" / "attention.py").write_text("secret = 1\n")
    shutil.rmtree(student / "starter")
    (student / "starter").symlink_to(tmp_path / "starter")
    commit(student, None, WHEN)
    taken = take_folder(student, [FILE], AT)
    assert taken.submission is not None
    assert "is a link" in str(taken.submission.refusal)


def test_a_file_of_great_size(student: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clones, "MEMORY", 64 << 20)
    (student / FILE).write_bytes(b"")
    os.truncate(student / FILE, 80 << 20)
    commit(student, None, WHEN)
    (student / FILE).unlink()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    taken = take_folder(student, [FILE], AT)
    assert taken.submission is not None
    assert "larger than 1 MiB" in str(taken.submission.refusal)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 << 10


def test_a_tree_of_great_size(student: Path) -> None:
    tree = write_object(student, "tree", b"100644 x\0" + bytes(20 + clones.MAX_OBJECT))
    write_commit(student, "A <a> 1700000000 +0000", tree)
    with pytest.raises(CannotTake):
        code(student)


def test_an_object_under_anothers_name(student: Path) -> None:
    blob = git(student, "rev-parse", f"HEAD:{FILE}")
    write_object(student, "blob", b"other = 1\n", name=blob)
    with pytest.raises(CannotTake, match="damaged"):
        code(student)
    (student / ".git" / "objects" / blob[:2] / blob[2:]).write_bytes(b"nothing")
    with pytest.raises(CannotTake, match="clone it anew"):
        code(student)


@pytest.mark.parametrize("line", ["A <a>", "A <a> tomorrow +0000", "A <a> -5 +0000"])
def test_dates_that_cannot_be_read(student: Path, line: str) -> None:
    write_commit(student, line)
    with pytest.raises(CannotTake, match="no date"):
        code(student)
    taken = take_folder(student, [FILE], None)
    assert (taken.commit, taken.committed_at) == ("", "")
    assert "no date" in taken.notes[0]


def test_dates_of_no_calendar(student: Path) -> None:
    write_commit(student, "A <a> 99999999999999999 +9999")
    assert take_folder(student, [FILE], AT) == Taken(
        None, late=True, notes=["All its commits are from after the deadline."]
    )
    assert take_folder(student, [FILE], None).committed_at == ""


def test_git_that_hangs_is_ended(
    tmp_path: Path, student: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hang = tmp_path / "git"
    hang.write_text("#!/bin/sh\nexec sleep 600\n")
    hang.chmod(0o755)
    monkeypatch.setattr(clones, "git", lambda: str(hang))
    monkeypatch.setattr(clones, "SECONDS", 0.2)
    with Clone(student) as clone, pytest.raises(CannotTake, match="could not read"):
        clone.read("commit", "0" * 40)


def test_without_the_program_git(student: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clones, "git", lambda: None)
    with pytest.raises(CannotTake, match="Install it"):
        code(student)
    taken = take_folder(student, [FILE], None)
    assert taken.submission is not None
    assert "Install it" in taken.notes[0]
