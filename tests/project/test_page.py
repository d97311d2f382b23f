"""The class page: well made, and nothing in it is more than text."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from grader.cohort.page import write as page
from grader.plain import inert
from grader.roll import Finding
from tests.project import rolls
from tests.project.page_tree import Node, about, details, nodes, raw, text, tree_of

Written = Callable[..., Node]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    return lambda roll: tree_of(roll, tmp_path)


def test_only_our_own_style_and_script_may_act(written: Written) -> None:
    tree = written(rolls.roll(hostile=True))
    policy = next(nodes(tree, "meta", **{"http-equiv": "Content-Security-Policy"}))[1]["content"]
    rules = dict(rule.split(None, 1) for rule in policy.split("; "))
    assert rules.pop("default-src") == "'none'"
    for tag in ("script", "style"):
        (node,) = (one for one in nodes(tree, tag) if "type" not in one[1])
        digest = b64encode(sha256(raw(node).encode()).digest()).decode()
        assert rules.pop(f"{tag}-src") == f"'sha256-{digest}'"
    assert set(rules.values()) == {"'none'"}
    data = [node[1]["type"] for node in nodes(tree, "script") if "type" in node[1]]
    assert data == ["application/json"] * 2
    attributes = {name for node in nodes(tree) for name in node[1]}
    assert not [name for name in attributes if name in ("style", "src") or name.startswith("on")]


def test_nothing_outside_is_named(tmp_path: Path) -> None:
    page.write(rolls.roll(), tmp_path / "index.html")
    whole = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"//\w+\.|url\(|@import|<link|<base|<iframe|<form", whole)
    links = re.findall(r'href="([^"]*)"', whole)
    assert links
    assert all(link.startswith("#") for link in links)


def test_the_script_makes_no_html_of_texts() -> None:
    scripts = "".join(path.read_text("utf-8") for path in page.ASSETS.glob("*.js"))
    assert "textContent" in scripts
    for way in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", ".style"):
        assert way not in scripts
    assert len(list(page.ASSETS.iterdir())) == 4


def test_hostile_names_and_words_stay_text(written: Written) -> None:
    roll = rolls.roll(
        hostile=True, findings=[Finding("forged", name, name) for name in rolls.HOSTILE]
    )
    tree = written(roll)
    harmless = {node[0] for node in nodes(written(rolls.roll()))}
    assert {node[0] for node in nodes(tree)} <= harmless
    texts, students = details(tree)
    for place, name in enumerate(rolls.HOSTILE):
        assert about(tree)["people"][place][1] == inert(name, 200)
        answer = students[place]["answers"]["WHY_ROWS_DIFFER"]
        assert texts[answer] == inert(name, 4000)
    everything = json.dumps([about(tree), texts, students], ensure_ascii=False)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x1b\x07]", everything)


def test_data_cannot_end_its_element(tmp_path: Path) -> None:
    page.write(rolls.roll(hostile=True), tmp_path / "index.html")
    whole = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert whole.count("</script>") == 3
    for block in re.findall(
        r'<script type="application/json"[^>]*>(.*?)</script>', whole, re.DOTALL
    ):
        assert not re.search("[<>&\u2028\u2029]", block)


def test_no_name_is_in_what_is_shown_at_first(written: Written) -> None:
    roll = rolls.roll(40, findings=[Finding("forged", "", "in grace's folder")])
    tree = written(roll)
    seen = text(tree) + " ".join(value for node in nodes(tree) for value in node[1].values())
    for row in roll.rows():
        for name in (row.student.username, row.student.name, row.student.email, row.path):
            assert not name or name not in seen
    assert "grace" not in seen
    numbers = [person[0] for person in about(tree)["people"]]
    for who in nodes(tree, "bdi", **{"class": "who"}):
        assert text(who) == f"Student {numbers[int(who[1]['data-s'])]}"
    assert sorted(numbers) == list(range(1, 41))
    assert numbers != sorted(numbers), "numbers in the roster's order tell the names"


def test_findings_come_before_everything_else(written: Written) -> None:
    findings = [
        Finding("late", "b", "L"),
        Finding("unmatched", "", "U"),
        Finding("forged", "a", "F"),
        Finding("unreadable", "", "R"),
    ]
    tree = written(rolls.roll(findings=findings))
    heads = [raw(node) for node in nodes(tree, "h2") if node[2]]
    assert heads[0] == "Look at these first"
    kinds = [node[1]["class"] for node in nodes(tree, "details") if "class" in node[1]]
    assert kinds == ["kind forged", "kind unreadable", "kind unmatched", "kind late"]
    told = [one[2:] for one in about(tree)["findings"]]
    assert told == [["L", "b"], ["U", ""], ["F", "a"], ["R", ""]]


def test_the_page_is_made_for_screen_readers(written: Written) -> None:
    tree = written(rolls.roll())
    ids = [node[1]["id"] for node in nodes(tree) if "id" in node[1]]
    assert len(ids) == len(set(ids))
    for node in nodes(tree):
        for name in ("aria-labelledby", "aria-describedby", "for"):
            assert node[1].get(name, ids[0]) in ids
        if node[0] == "a":
            assert node[1]["href"][1:] in ids
        if node[0] == "th":
            assert node[1]["scope"] in ("row", "col")
        if node[0] == "section":
            assert "aria-labelledby" in node[1]
    assert [len(list(nodes(tree, tag))) for tag in ("h1", "main", "header", "nav")] == [1] * 4
    assert next(nodes(tree, "html"))[1]["lang"] == "en"
    assert next(nodes(tree, "svg", **{"class": "chart"}))[1]["role"] == "img"
