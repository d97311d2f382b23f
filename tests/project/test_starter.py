"""The lesson as a program, `python -m starter`, with solved, unsolved and broken functions."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from starter import __main__ as program
from starter import heatmap, lesson
from tests.project.solved import SOLVED, Floats, lesson_attention, solved

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the lesson in a copy of starter/ whose attention.py is given; give what it prints."""
    folder = tmp_path / "a student's folder"
    shutil.copytree(ROOT / "starter", folder / "starter", ignore=lambda *_: ["__pycache__"])

    def run(source: str | None, *, code: int, as_file: bool = False, **environment: str) -> str:
        if source is not None:
            (folder / "starter/attention.py").write_text(source, encoding="utf-8")
        where = [str(folder / "starter/__main__.py")] if as_file else ["-m", "starter"]
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [sys.executable, *where],
            cwd=tmp_path if as_file else folder,
            env=clean | {"PYTHONIOENCODING": "utf-8"} | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == code, done.stderr.decode()
        assert done.stderr == b""
        printed = done.stdout.decode(environment.get("PYTHONIOENCODING", "utf-8"))
        assert not [line for line in printed.splitlines() if len(line) > 80]
        assert "\x1b" not in printed
        assert "Traceback" not in printed
        return printed.replace("\r\n", "\n")

    return run


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the lesson in this process, with functions put in the place of solved ones."""

    def here(*arguments: str, code: int, **functions: Any) -> str:
        module = solved()
        vars(module).update(functions)
        monkeypatch.setitem(sys.modules, "starter.attention", module)
        assert program.main(list(arguments)) == code
        return " ".join(capsys.readouterr().out.split())

    return here


def test_the_lesson_stops_at_the_first_stub(run: Run) -> None:
    printed = run(None, code=0)
    assert str(list(lesson.IDS)) in printed
    assert "softmax is not started yet" in printed
    assert "Read exercises/softmax.md" in printed


def test_the_lesson_stops_at_a_stub_that_another_function_calls(run: Run) -> None:
    stub = (
        "\ndef softmax(x, axis=-1):\n    if x.ndim == 1: return x\n    raise NotImplementedError\n"
    )
    printed = run(SOLVED + stub, code=0)
    assert "softmax is not started yet" in printed


def test_the_whole_lesson(run: Run) -> None:
    printed = run(SOLVED, code=0)
    _, A = lesson_attention()
    ways = re.findall(r"position (\d+) \((.)\) -> position (\d+) \((.)\): (\d\.\d\d)", printed)
    assert [int(query) for query, *_ in ways] == list(range(10))
    for query, who, key, whom, weight in ways:
        assert A[int(query), int(key)] == pytest.approx(A[int(query)].max())
        assert who + whom == (lesson.SLICE[int(query)] + lesson.SLICE[int(key)]).replace(" ", "_")
        assert weight == f"{A[int(query)].max():.2f}"
    assert "(a tie in row 2: 3 or 8 is right)" in printed
    assert f"max|A - A.T|: {np.abs(A - A.T).max():.4f}" in printed
    assert f"A[0,7] (t -> p): {A[0, 7]:.2f}" in printed
    assert f"A[7,0] (p -> t): {A[7, 0]:.2f}" in printed
    assert re.search(r"7 p .* 1\.00 <- most focused\n", printed)
    assert re.search(r"1 h .* 0\.39 <- most diffuse\n", printed)
    gaps = [float(gap) for gap in re.findall(r"max\|row 3 - row 8\|: (\S+)", printed)]
    assert gaps == pytest.approx([0, 0.00010821541708350146], abs=1e-7)
    assert "WHY_ROWS_DIFFER" in printed


def test_each_row_is_printed_with_its_sum(run: Run) -> None:
    printed = run(SOLVED, code=0)
    _, A = lesson_attention()
    for place, row in enumerate(A):
        numbers = " ".join(f"{weight:.2f}" for weight in row)
        assert f"{place} {program.MARKS[place]}  {numbers}" in printed
    assert f"row sums (1 each?): {' '.join(['1.00'] * 10)}" in printed


def test_the_lesson_where_no_block_characters_can_be_printed(run: Run) -> None:
    answer = '\nWHY_ROWS_DIFFER = """\nThe spaces \\u2192 apart"""\n'
    printed = run(SOLVED + answer, code=0, PYTHONIOENCODING="cp1252")
    assert "   The spaces ? apart\n" in printed
    assert "  7 p             @@" in printed
    assert printed.isascii()


def test_the_lesson_as_a_file_from_another_folder(run: Run) -> None:
    assert run(None, code=0, as_file=True) == run(None, code=0)
    assert "max|A - A.T|: 0.9963" in run(SOLVED, code=0, as_file=True)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def softmax(x, axis=-1):\n    return x / nothing\n", "    return x / nothing"),
        ("def softmax(x, axis=-1):\n    x -= x.max()\n", "arrays are read-only"),
        ("def softmax(x, axis=-1):\n    raise SystemExit(0)\n", "ended the program"),
        ("def softmax(x, axis=-1) return x\n", "SyntaxError: "),
        ("import a_package_nobody_has\n", "No module named 'a_package_nobody_has'"),
        ("name = input()\n", "EOFError: "),
    ],
)
def test_a_students_exception_is_shown_with_their_line_only(
    run: Run, source: str, words: str
) -> None:
    printed = run(SOLVED + source, code=1)
    line = SOLVED.count("\n") + source.count("\n")
    assert words.strip() in printed
    assert f"starter/attention.py, line {line}:  {source.splitlines()[-1].strip()}" in printed
    assert "__main__" not in printed


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("softmax", None, "an array of shape (3,). Yours returned None, as a function without"),
        ("softmax", np.ones((1, 3)), "Yours returned an array of shape (1, 3)"),
        ("softmax", ["a", "b", "c"], "Yours returned list ['a', 'b', 'c']"),
        ("softmax", np.array([1, np.nan, 0]), "array of shape (3,) with nan or inf in it"),
        ("softmax", np.array([None] * 3), "an array that holds object, not numbers"),
        ("self_attention", np.ones((1, 10, 16)), "Yours returned an array of shape (1, 10, 16)"),
        ("self_attention", (1, 2), "Yours returned a tuple of 2: 1 and 2"),
        ("self_attention", (1, 2, 3), "weights of shape (1, 10, 10)"),
        ("top_sources", {1: 2}, "two arrays of shape (10,)"),
        ("top_sources", "no", "Yours returned str 'no'"),
        ("top_sources", (np.full(10, 10), np.ones(10)), "whole numbers from 0 to 9"),
        ("top_sources", (np.full(10, 0.5), np.ones(10)), "whole numbers from 0 to 9"),
        ("row_focus", (np.ones(10), -1, 0), "Yours returned -1"),
        ("row_focus", (np.ones(10), [1, 2], 0), "most_focused, most_diffuse"),
        ("nudge_positions", np.ones((10, 16)), "an array of shape (1, 10, 16)"),
    ],
)
def test_a_wrong_kind_of_answer_is_named(here: Run, name: str, value: object, words: str) -> None:
    printed = here(code=1, **{name: lambda *_, **__: value})
    assert f"{name} should return" in printed
    assert words in printed
    assert f"exercises/{name}.md" in printed
    assert "python -m pytest" in printed


def test_a_missing_function_is_named(here: Run) -> None:
    assert "no function named row_focus" in here(code=1, row_focus=None)


def test_answers_may_be_lists_and_whole_floats(here: Run) -> None:
    def row_focus(A: Floats) -> list[Any]:
        return [A.max(axis=1).tolist(), 7.0, np.array([[1]])]

    assert "1.00 <- most focused" in here(code=0, row_focus=row_focus)


def test_a_nudge_that_does_nothing_is_noticed(here: Run) -> None:
    assert "Still equal" in here(code=0, nudge_positions=lambda X: X)


def test_the_students_words_are_printed(here: Run) -> None:
    assert "10. Why do rows 3 and 8 differ now? Because." in here(
        code=0, WHY_ROWS_DIFFER=" Because.\n"
    )


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def test_colour_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal(io.BytesIO(), encoding="utf-8")
    assert heatmap.Screen.of(terminal) == (True, heatmap.BLOCKS)
    assert heatmap.Screen.of(io.TextIOWrapper(io.BytesIO(), "latin-1")) == (False, heatmap.ASCII)
    monkeypatch.setenv("TERM", "dumb")
    assert not heatmap.Screen.of(terminal).colour
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not heatmap.Screen.of(terminal).colour


def test_colours_add_nothing_but_colour() -> None:
    _, A = lesson_attention()
    coloured = heatmap.Screen(True, heatmap.ASCII).heat_map(A, program.MARKS)
    plain = heatmap.Screen(False, heatmap.ASCII).matrix(A, program.MARKS)
    bare = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in coloured]
    assert coloured != bare
    assert all(line.startswith(start) for line, start in zip(plain, bare, strict=False))


def test_a_fuller_shade_for_a_larger_weight() -> None:
    weights = np.linspace(0, 1, 100).reshape(10, 10)
    for ramp in (heatmap.ASCII, heatmap.BLOCKS):
        lines = heatmap.Screen(False, ramp).heat_map(weights, "abcdefghij")
        shades = "".join(line[6:] for line in lines[2:])
        levels = [ramp.index(shade) for shade in shades]
        assert levels == sorted(levels)
        assert {*levels} == {*range(len(ramp))}


def test_the_figure(here: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the figure needs matplotlib")
    assert "attention.png" in here("--figure", str(tmp_path / "attention"), code=0)
    assert (tmp_path / "attention.png").read_bytes().startswith(b"\x89PNG")
    _, A = lesson_attention()
    axes = heatmap.figure(A, program.WORDS, most_focused=7, most_diffuse=1).axes[0]
    texts = {text.get_text(): text.get_position()[1] for text in axes.texts}
    assert texts["most focused"] == 7
    assert texts["most diffuse"] == 1
    assert len(axes.texts) == A.size + 2
    assert [tick.get_text() for tick in axes.get_yticklabels()][3:5] == ["3 space", "4 l"]


def test_a_figure_that_cannot_be_written(here: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the figure needs matplotlib")
    for name in ("no/such/folder/attention.png", "attention.nonsense"):
        assert "could not be written" in here("--figure", str(tmp_path / name), code=1)


def test_a_figure_without_matplotlib(here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    printed = here("--figure", "attention.png", code=1)
    lesson_goes_on = printed.index("10. Why do rows")
    assert printed.index("figure: not drawn") < lesson_goes_on
    assert lesson_goes_on < printed.index("python -m pip install matplotlib")
