"""A written class page as a tree of nodes, and what its parts hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from grader.cohort.page import write as page
from grader.roll import Roll, Row

VOID = {"meta", "input", "rect", "line", "br"}
Node = tuple[str, dict[str, str], list[Any]]  # a tag, its attributes, its texts and nodes


class Tree(HTMLParser):
    """A page as nested nodes; a tag that is closed wrongly is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.top: Node = ("", {}, [])
        self._stack = [self.top]
        self.feed(text)
        assert [node[0] for node in self._stack] == [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node: Node = (tag, {name: value or "" for name, value in attrs}, [])
        self._stack[-1][2].append(node)
        if tag not in VOID:
            self._stack.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._stack[-1][2].append((tag, {name: value or "" for name, value in attrs}, []))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._stack.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        self._stack[-1][2].append(data)


def nodes(tree: Node, tag: str = "", **wanted: str) -> Iterator[Node]:
    for child in tree[2]:
        if not isinstance(child, str):
            if tag in ("", child[0]) and wanted.items() <= child[1].items():
                yield child
            yield from nodes(child, tag, **wanted)


def text(tree: Node) -> str:
    if tree[0] in ("script", "style"):
        return ""
    return "".join(child if isinstance(child, str) else text(child) for child in tree[2])


def raw(tree: Node) -> str:
    return "".join(tree[2])


def about(tree: Node) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(raw(next(nodes(tree, "script", id="about"))))
    return found


def details(tree: Node) -> tuple[list[str], list[dict[str, Any]]]:
    """The texts, and the students who name them by number."""
    lines = json.loads(raw(next(nodes(tree, "script", id="details"))))
    texts = ["", *(line for line in lines if isinstance(line, str))]
    return texts, [line for line in lines if isinstance(line, dict)]


def heat(tree: Node) -> dict[int, list[str]]:
    """The cells of the heat map by the row's place in the roll."""
    table = next(nodes(tree, "table", id="heat"))
    body = next(nodes(table, "tbody"))
    return {
        int(row[1]["data-s"]): [text(cell) for cell in nodes(row, "td")]
        for row in nodes(body, "tr")
    }


def graded(roll: Roll) -> list[Row]:
    return [row for row in roll.rows() if row.card is not None]


def tree_of(roll: Roll, folder: Path) -> Node:
    """Write the page of `roll` to a new folder and parse it."""
    page.write(roll, folder / "index.html")
    assert [path.name for path in folder.iterdir()] == ["index.html"]
    return Tree((folder / "index.html").read_text(encoding="utf-8")).top
