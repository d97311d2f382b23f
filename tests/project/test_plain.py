"""Hostile text made inert."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.plain import inert

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
