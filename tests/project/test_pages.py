"""The students' pages: each number on them, their code, and that they hold what tests point at."""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.project.page_numbers import COMMON, PAGES, Sentence, read
from tests.project.solved import solved

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = sorted(path.stem for path in (ROOT / "exercises").glob("[!R]*.md"))
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What holds a number without stating one: headings, folds, list markers, where links lead, code
# that is named or run elsewhere.
NO_STATEMENT = re.compile(
    r"^#.*$|<summary>[^<]*</summary>|^\d\. |\]\([^)]*\)|axis=-?\d|Activate\.ps1|python3",
    re.MULTILINE,
)
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:/\d+)?")


def statements(page: str) -> str:
    """What a page says on one line, without its code, and without numbers that state nothing."""
    text = NO_STATEMENT.sub(lambda found: re.sub(r"\d+", "", found[0]), CODE.sub("", read(page)))
    return " ".join(text.split())


def filled(sentence: Sentence) -> str:
    template, *values = sentence
    assert not re.search(r"\d", template), f"a number stands in the sentence itself: {template}"
    return " ".join(template.format(*values).split())


def whole(sentence: str) -> str:
    """A pattern for a sentence that neither begins nor ends within a number."""
    return rf"(?<![\d./]){re.escape(sentence)}(?!/?\d|\.\d)"


def faults(text: str, sentences: list[str]) -> list[str]:
    """What a page should say and does not; else the numbers that it says and nobody checks."""
    missing = [f"not said: {each}" for each in sentences if not re.search(whole(each), text)]
    if missing:
        return missing
    for sentence in sentences + [filled(sentence) for sentence in COMMON]:
        text = re.sub(whole(sentence), re.sub(r"\d", "_", sentence), text)
    return [text[max(0, n.start() - 40) : n.end() + 20] for n in NUMBER.finditer(text)]


@pytest.mark.parametrize("page", PAGES)
def test_every_number_is_checked(page: str) -> None:
    found = faults(statements(page), [filled(sentence) for sentence in PAGES[page]()])
    assert not found, "mend the page, or add the number to page_numbers.py"


@pytest.mark.parametrize("page", PAGES)
def test_no_number_can_change_unnoticed(page: str) -> None:
    text, sentences = statements(page), [filled(sentence) for sentence in PAGES[page]()]
    for number in re.finditer(r"\d+", text):
        other = f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}"
        assert faults(other, sentences), other[max(0, number.start() - 40) : number.end() + 20]


def numbers(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_code_on_a_page_gives_what_its_comments_say(exercise: str) -> None:
    [block] = CODE.findall(read(f"exercises/{exercise}.md"))
    names: dict[str, Any] = {"np": np}
    sizes: set[float] = set()
    for line in block.splitlines():
        code, _, comment = line.partition("#")
        name, equals, right = code.partition(" = ")
        value = eval(right if equals else name, names)
        if equals:
            names[name.strip()] = value
        shape = np.shape(value)
        sizes |= {float(size) for size in shape}
        plain = value.tolist() if hasattr(value, "tolist") else value
        says = comment.strip()
        told = [fact for fact in (str(plain), f"shape {shape}") if fact in says]
        assert told or numbers(says) == (list(shape) if says else []), line
        for fact in told:
            says = says.replace(fact, "")
        assert {*numbers(says)} <= sizes, line


def test_the_file_to_try_prints_what_its_comment_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [block] = CODE.findall(read(".release/README.md"))
    monkeypatch.setitem(sys.modules, "starter.attention", solved())
    exec(block, {})
    assert block.endswith(f"  # {capsys.readouterr().out}")


def test_the_question_is_the_same_on_the_page_and_in_the_stub() -> None:
    pages = (read("exercises/nudge_positions.md"), read("starter/attention.py").replace("# ", ""))
    asked = [
        re.findall(r"in your own words: (why [^?]*\?)", " ".join(p.split()), re.I) for p in pages
    ]
    assert asked[0] == asked[1] != []


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_page_has_all_its_parts(exercise: str) -> None:
    text = read(f"exercises/{exercise}.md")
    parts = re.findall(r"^## (.*)$", text, re.MULTILINE)
    order = "The idea, By hand, The contract, Predict before you code, Common mistakes, Hints"
    assert ", ".join(parts).startswith(order)
    assert parts[-1] == "Check"
    assert re.findall(r"<summary>Hint (\d)", text) == ["1", "2", "3"]
    assert text.count("<summary>Answer") >= 2
    assert text.count("<details>") == text.count("</details>")
    picture = re.search(rf"!\[[^\]]{{30,}}\]\({exercise}\.svg\)", text)
    assert picture or not (ROOT / f"exercises/{exercise}.svg").exists(), "a picture, told in words"
    assert f"python -m pytest tests/public/test_{exercise}.py" in text
    assert (ROOT / f"tests/public/test_{exercise}.py").exists()


@pytest.mark.parametrize("page", sorted((ROOT / "exercises").glob("*.md")), ids=lambda p: p.stem)
def test_a_page_is_short(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").split()) <= 700


def mistakes(exercise: str) -> list[dict[str, Any]]:
    known = json.loads(read("tests/misconceptions.json"))
    return [each for each in known.values() if each["function"] == exercise]


@pytest.mark.parametrize("exercise", EXERCISES)
def test_mistakes_are_named_as_the_tests_name_them(exercise: str) -> None:
    text = " ".join(read(f"exercises/{exercise}.md").split())
    named = re.findall(r"\*\*(.*?)\*\*", text.split("## Common mistakes")[1].split("## Hints")[0])
    assert len(named) >= min(6, len(mistakes(exercise)))
    assert {*named} <= {each["title"] for each in mistakes(exercise)}


@pytest.mark.parametrize("exercise", EXERCISES)
def test_what_the_diagnosis_points_at_is_there(exercise: str) -> None:
    text = read(f"exercises/{exercise}.md")
    idea = text.split("## The idea")[1].split("## By hand")[0]
    for words in (each["words"] for each in mistakes(exercise)):
        for part in re.findall(r'(?:see|under|with|on|in) "([A-Z][^"]*)"', words):
            assert f"## {part}" in text, words
        for title in re.findall(r'Hint \d, "([^"]*)"', words):
            assert re.search(rf"<summary>Hint \d: {title}<", text), words
        for step in re.findall(r'steps? (\d)(?: and \d)? under "The idea"', words):
            assert f"\n{step}. " in idea, words


def test_no_hint_solves_the_exercise() -> None:
    solution = read("solutions/reference.py")
    lines = {
        ast.unparse(node) for node in ast.walk(ast.parse(solution)) if isinstance(node, ast.expr)
    }
    for exercise in EXERCISES:
        for block in CODE.findall(read(f"exercises/{exercise}.md")):
            told = {ast.unparse(n) for n in ast.walk(ast.parse(block)) if isinstance(n, ast.Call)}
            assert not told & lines
