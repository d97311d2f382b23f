"""Real git repositories for tests, made with nobody's settings."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

FILE = "starter/attention.py"


def git(folder: Path, *arguments: str, when: str = "2026-11-01T12:00:00+01:00") -> str:
    """Run git in `folder`, as somebody at a time."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": "/nonexistent",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_DATE": when,
        **{f"GIT_{who}_NAME": "Ann" for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "ann@example.edu" for who in ("AUTHOR", "COMMITTER")},
    }
    done = subprocess.run(
        ["git", "-c", "init.defaultBranch=main", *arguments],
        cwd=folder, env=env, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip()


def repository(folder: Path) -> Path:
    """Make an empty one."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init")
    return folder


def commit(folder: Path, content: str | None, when: str, file: str = FILE) -> str:
    """Write a file, or leave all as it is, and commit it at a time. Returns the commit's id."""
    if content is not None:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(content)
    git(folder, "add", "--all")
    git(folder, "commit", "--allow-empty", "-m", "work", when=when)
    return git(folder, "rev-parse", "HEAD")


def clone(source: Path, folder: Path, *arguments: str) -> Path:
    """Clone as an instructor would."""
    git(folder.parent, "clone", *arguments, source.as_uri(), folder.name)
    return folder
