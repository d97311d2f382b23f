"""Hostile text made inert."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.plain import command_data, command_property, fenced, inert, log_safe, markdown
from tests.project.pages import Page

# Lone surrogates too, which `text()` leaves out by default.
ANY = st.text(st.characters() | st.characters(categories=["Cs", "Cc", "Cf", "Zl", "Zp"]))


@given(ANY)
def test_nothing_that_steers_or_hides_is_left(text: str) -> None:
    shown = inert(text)
    kinds = {unicodedata.category(letter) for letter in shown if letter not in "\n\t"}
    assert not kinds & {"Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn"}
    shown.encode()


@given(ANY)
def test_a_second_time_changes_nothing(text: str) -> None:
    assert inert(inert(text)) == inert(text)


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"])).filter(lambda t: len(t) < 400))
def test_ordinary_text_stays(text: str) -> None:
    text = "".join(letter for letter in text if letter not in "\u115f\u1160\u3164\uffa0")
    assert inert(text) == text


@given(ANY, st.integers(0, 60), st.integers(0, 30))
def test_limits_hold(text: str, limit: int, line_limit: int) -> None:
    shown = inert(text * 3, limit, line_limit)
    assert len(shown) <= limit + 40 * (shown.count("\n") + 2)
    assert all(len(line) <= line_limit + 60 for line in shown.split("\n"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("line\r\nline", "line\nline"),
        ("10%\r20%", "10%<U+000D>20%"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07", "<U+001B>]0;title<U+0007>"),
        ("\x1b\x1b[m[31m", "<U+001B>[31m"),
        ("user\u202egnp.exe", "user<U+202E>gnp.exe"),
        ("zero\u200bwidth", "zero<U+200B>width"),
        ("\ud800", "<U+D800>"),
        ("\x9b31m", "<U+009B>31m"),
        ("Gr\u00fc\u00dfe \u2713 \u4f60\u597d", "Gr\u00fc\u00dfe \u2713 \u4f60\u597d"),
    ],
)
def test_examples(text: str, shown: str) -> None:
    assert inert(text) == shown


def test_cuts_are_told() -> None:
    assert inert("abcdef", limit=3) == "abc\n... (cut here; the whole text has 6 characters)"
    assert inert("abcdef", line_limit=3) == "abc ... (3 more characters)"
    assert inert("\x00" * 10, limit=10).count("<U+0000>") == 1


# In logs and on pages

WORDS = re.findall(
    r"\S+",
    "@octocat #12 GH-3 a@b.co https://x.y/z http://x.y ftp://x.y www.x.y mailto:a@b.co [^1] [x] "
    "<b> </b> <!-- --> </details> <details> <img/src=x> <script> &amp; &#36; $x$ $$ :smile: :+1: "
    ":: ##[ ::error:: `` ` ``` ```` ~~~ ~~a~~ * ** _a_ [a](b) ![a](b) | |---| --- === + - > 1. 12) "
    "# ## \\ \\| % %0A %25 , :",
)
ODD = st.lists(
    st.sampled_from([*WORDS, " ", "\n", "\r", "\t", "\u202e"])
    | ANY.filter(lambda text: len(text) < 9),
    max_size=12,
).map("".join)


def one_line(text: str) -> str:
    return " ".join(inert(text).split())


@given(ODD, st.sampled_from(["{}", "## {}", "- {}", "1. {}"]))
def test_markdown_is_read_letter_by_letter(text: str, around: str) -> None:
    page = Page(around.format(markdown(text)) + "\n")
    assert {*page.tags} <= {"p", "h2", "ul", "ol", "li", "span"}
    assert len([tag for tag in page.tags if tag != "span"]) <= 2
    assert page.text.strip("\n") == one_line(text)
    assert not page.later
    assert not page.links


@given(ODD)
def test_markdown_stays_in_its_cell(text: str) -> None:
    page = Page(f"| a | b |\n|---|---|\n| {markdown(text)} | end |\n")
    assert page.tags.count("td") == 2
    assert {*page.tags} <= {"table", "thead", "tbody", "tr", "th", "td", "span"}
    cells = [line for line in page.text.split("\n") if line]
    assert cells == ["a", "b", *filter(None, [one_line(text)]), "end"]
    assert not page.later


@given(ODD)
def test_nothing_closes_a_fence(text: str) -> None:
    page = Page(f"<details>\n\n{fenced(text)}\n</details>\n\nend\n")
    assert page.tags == ["details", "pre", "code", "p"]
    assert page.code == [log_safe(text).strip("\n") + "\n"]


def _is_command(line: str) -> bool:
    """As the runner sees it: it takes blanks from the start, and finds "##[" anywhere."""
    return line.lstrip().startswith("::") or "##[" in line


@given(ODD)
def test_no_line_of_a_log_is_a_command(text: str) -> None:
    for shown in (log_safe(text), fenced(text), markdown(text)):
        assert not any(map(_is_command, re.split("[\r\n]", shown)))


@given(ODD, ODD)
def test_a_command_keeps_its_parts(message: str, title: str) -> None:
    command = f"::error line=3,title={command_property(title)}::{command_data(message)}"
    assert not re.search("[\r\n]", command)
    options, _, data = command.removeprefix("::error ").partition("::")
    found = dict(part.split("=", 1) for part in options.split(","))
    assert found.keys() == {"line", "title"}
    for code, letter in (("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        data = data.replace(code, letter)
    assert data == log_safe(message)
