"""Every `grade ...` in any page of ours is a command that there is, with options that there are."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli import parser

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (".", ".release", "docs", "exercises", "starter", "grader/author/platforms/**")
PAGES = sorted({page for folder in FOLDERS for page in ROOT.glob(f"{folder}/*.md")})
SHELL = re.compile(r"^ *```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")


def commands(text: str) -> tuple[list[list[str]], list[list[str]]]:
    """The words behind `grade`: of every command in a block, and of those in a sentence."""
    blocks = "\n".join(SHELL.findall(text)).replace("\\\n", " ")
    return behind_grade(blocks.splitlines()), behind_grade(INLINE.findall(SHELL.sub("", text)))


def behind_grade(lines: list[str]) -> list[list[str]]:
    parts = [part for line in lines if "grade " in line for part in line.split(" && ")]
    split = [shlex.split(part, comments=True) for part in parts]
    return [words[1:] for words in split if words and words[0].rpartition("/")[2] == "grade"]


def wrong(text: str, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    """The commands that cannot be run. A sentence may leave out what a command must have."""
    whole, spoken_of = commands(text)
    for words in whole:
        if said(words, capsys)[0]:
            yield shlex.join(words)
    for words in spoken_of:
        code, usage = said([words[0], "--help"], capsys)
        if code or not all(word in usage for word in words if word.startswith("-")):
            yield shlex.join(words)


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    """The exit code and the text of the command line's parser."""
    try:
        parser().parse_args(words)
    except SystemExit as end:
        return end.code, capsys.readouterr().out
    return 0, ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_parses(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [*wrong(page.read_text(encoding="utf-8"), capsys)] == []


def test_every_command_is_shown() -> None:
    shown = [commands(page.read_text(encoding="utf-8"))[0] for page in PAGES]
    names = {words[0] for each in shown for words in each}
    assert names == {"run", "check", "release", "bundle", "class"}


def test_a_wrong_command_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    block = (
        " ```sh\n cd x && .venv/bin/grade run \\\n  --fast y\n grade run\n grade run y  # z\n ```\n"
    )
    text = f"Say `grade mark`, `grade run -f` or `grade run --fast`, or\n{block}"
    assert [*wrong(text, capsys)] == ["run --fast y", "run", "mark", "run --fast"]
