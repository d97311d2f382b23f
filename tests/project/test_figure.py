"""The pictures on the pages are those that the code draws today, with the lesson's numbers."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
import pytest

from solutions.figure import FIGURE, PAGES, drawn
from solutions.pictures import PICTURES
from starter.__main__ import WORDS
from tests.project.solved import lesson_attention

SVG = "{http://www.w3.org/2000/svg}"
_, A = lesson_attention()


class Picture(NamedTuple):
    """What a reader sees of the heat map: its texts in order, and the colours of its cells."""

    texts: list[str]
    cells: list[str]


def seen(source: bytes) -> Picture:
    root = ElementTree.fromstring(source)
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    [mesh] = [group for group in root.iter(f"{SVG}g") if group.get("id") == "QuadMesh_1"]
    fills = (re.search("fill: (#[0-9a-f]{6})", path.get("style", "")) for path in mesh)
    return Picture(texts, [fill[1] for fill in fills if fill])


def brightness(colour: str) -> int:
    return sum(bytes.fromhex(colour[1:]))


def test_the_figure_shows_the_lessons_matrix() -> None:
    texts, cells = seen(FIGURE.read_bytes())
    weights = [f"{weight:.2f}" for weight in A.ravel()]
    start = next(i for i in range(len(texts)) if texts[i : i + A.size] == weights)
    assert {"most focused", "most diffuse"} < {*texts[start:]}
    labels = [f"{place} {word}" for place, word in enumerate(WORDS)]
    assert [text for text in texts if text in labels] == labels
    columns = [part for place, word in enumerate(WORDS) for part in (str(place), word)]
    assert texts[: len(columns)] == columns
    # One colour a cell, darker for a larger weight.
    bright = [brightness(colour) for colour in np.array(cells)[A.ravel().argsort()]]
    assert len(bright) == A.size
    assert bright == sorted(bright, reverse=True)


def test_the_figure_is_the_one_that_the_code_draws() -> None:
    pytest.importorskip("matplotlib", reason="the figure needs matplotlib")
    assert seen(FIGURE.read_bytes()) == seen(drawn()), "run `python -m solutions.figure`"


@pytest.mark.parametrize("name", PICTURES)
def test_a_small_picture_is_the_one_that_the_code_draws(name: str) -> None:
    source = (PAGES / f"{name}.svg").read_text(encoding="utf-8")
    assert source == PICTURES[name]().svg(), "run `python -m solutions.figure`"
    root = ElementTree.fromstring(source)
    wide, high = float(root.get("width", 0)), float(root.get("height", 0))
    for box in root.iter(f"{SVG}rect"):
        assert float(box.get("x", 0)) + float(box.get("width", 0)) <= wide
        assert float(box.get("y", 0)) + float(box.get("height", 0)) <= high
    assert "prefers-color-scheme: dark" in source


def test_every_picture_is_on_a_page() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES.glob("*.md"))
    assert {path.name for path in PAGES.glob("*.svg")} == {*re.findall(r"\((\w+\.svg)\)", pages)}
