"""The small pictures of the exercises' pages, drawn from the reference's own numbers.

`python -m solutions.figure` writes them; a test tells where one is out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from html import escape

import numpy as np

from solutions import reference

# Each picture has a paper of its own, so that it can be read whatever the page's colour is.
STYLE = """
text { font: 14px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
.soft { fill: #59636e } .mark { fill: #b34700; font-weight: 600 }
.paper { fill: #ffffff } .cell { fill: #f6f8fa; stroke: #d1d9e0 } .hit { fill: #b6dbf7 }
.frame { fill: none; stroke: #d55e00; stroke-width: 2.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .soft { fill: #9ea7b0 } .mark { fill: #ffa657 }
  .paper { fill: #151b23 } .cell { fill: #212830; stroke: #3d444d } .hit { fill: #1b5280 }
  .frame { stroke: #f0883e }
}
"""
WIDE, HIGH = 58, 34  # of a cell
Table = Sequence[Sequence[object]]
Places = Collection[tuple[int, int]]
# Its corner, name, shape in words, cells high and wide, and the rows that stand out.
Block = tuple[float, int, str, str, tuple[int, int], list[int]]

# The examples of the pages.
SCORES = np.log([[1.0, 4.0, 5.0], [2.0, 2.0, 4.0]])
SOURCES = np.array([[1, 3, 6], [5, 2, 3], [2, 7, 1]]) / 10
FOCUS = np.array([[25, 25, 50], [80, 10, 10], [49, 49, 2]]) / 100
EMBEDDINGS = np.array([[[10, 20], [30, 40], [50, 60]]])
HALF = 0.5  # a step


def fraction(value: float) -> str:
    """A number as a fraction in lowest terms, or a whole number."""
    return str(Fraction(float(value)).limit_denominator(1000))


class Picture:
    """Collects what is drawn; positions are in pixels from the upper left corner."""

    def __init__(self, wide: int, high: int) -> None:
        self._size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
        self._parts = [f'<rect class="paper" width="{wide}" height="{high}" rx="8"/>']

    def text(self, x: float, y: float, words: object, look: str = "", at: str = "middle") -> None:
        """Write words whose middle line is at y."""
        place = f'x="{x:g}" y="{y + 5:g}" text-anchor="{at}"'
        self._parts.append(f'<text class="{look}" {place}>{escape(str(words))}</text>')

    def box(self, x: float, y: float, wide: float, high: float, look: str) -> None:
        """Draw a rectangle."""
        where = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"'
        self._parts.append(f'<rect class="{look}" {where}/>')

    def table(self, x: float, y: float, rows: Table, hits: Places = (), wide: float = WIDE) -> None:
        """Draw a table of cells; those at `hits` stand out."""
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                look = "cell hit" if (i, j) in hits else "cell"
                self.box(x + j * wide, y + i * HIGH, wide, HIGH, look)
                self.text(x + (j + 0.5) * wide, y + (i + 0.5) * HIGH, value)

    def svg(self) -> str:
        """The picture as a file's text."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {self._size}>\n<style>{STYLE}</style>'
        return "\n".join([head, *self._parts, "</svg>\n"])


def _fractions(table: np.ndarray) -> list[list[str]]:
    return [[fraction(value) for value in row] for row in table]


def softmax() -> Picture:
    """The two groupings of a table: rows, or columns."""
    picture = Picture(560, 180)
    for x, axis, words in ((30, -1, "each row is a group"), (320, 0, "each column is a group")):
        rows = _fractions(reference.softmax(SCORES, axis=axis))
        picture.text(x + 1.5 * WIDE, 24, f"axis={axis}: {words}")
        picture.table(x, 48, rows)
        if axis:
            for i in range(2):
                picture.box(x + 2, 50 + i * HIGH, 3 * WIDE - 4, HIGH - 4, "frame")
                picture.text(x + 3 * WIDE + 8, 48 + (i + 0.5) * HIGH, "sum 1", "mark", "start")
        else:
            for j in range(3):
                picture.box(x + 2 + j * WIDE, 50, WIDE - 4, 2 * HIGH - 4, "frame")
                picture.text(x + (j + 0.5) * WIDE, 48 + 2 * HIGH + 16, "sum 1", "mark")
    picture.text(280, 160, "The same scores, shared out in two ways", "soft")
    return picture


def self_attention() -> Picture:
    """Which rows make one number of a query, one score, one row of out: T = 3, C = 2, hs = 4."""
    picture = Picture(660, 448)
    size, upper, lower = 26.0, 62, 254
    blocks: tuple[Block, ...] = (
        (20, upper, "X", "(T, C)", (3, 2), [0]),
        (98, upper, "Wq", "(C, hs)", (2, 4), []),
        (228, upper, "queries", "(T, hs)", (3, 4), []),
        (20, lower, "queries", "(T, hs)", (3, 4), [0]),
        (150, lower, "keys", "(T, hs)", (3, 4), [2]),
        (290, lower, "weights", "(T, T)", (3, 3), [0]),
        (400, lower, "values", "(T, hs)", (3, 4), [0, 1, 2]),
        (530, lower, "out", "(T, hs)", (3, 4), [0]),
    )
    for x, y, name, shape, (high, wide), rows in blocks:
        middle = x + wide * size / 2
        picture.text(middle, y - 38, name)
        picture.text(middle, y - 18, shape, "soft")
        hits = [(i, j) for i in rows for j in range(wide)]
        picture.table(x, y, [[""] * wide] * high, hits, size)
    for j, i in ((98 + size, 0), (98 + size, 1), (228 + size, 0)):
        picture.box(j, upper + i * HIGH, size, HIGH, "cell hit")
    for x, y, long, tall in (
        (20.0, upper, 2 * size, HIGH),
        (98 + size, upper, size, 2 * HIGH),
        (228 + size, upper, size, HIGH),
        (20, lower, 4 * size, HIGH),
        (150, lower + 2 * HIGH, 4 * size, HIGH),
        (290 + 2 * size, lower, size, HIGH),
    ):
        picture.box(x, y, long, tall, "frame")
    for x, y, sign in (
        (85, upper, "@"),
        (215, upper, "="),
        (137, lower, "·"),
        (272, lower, "→"),
        (384, lower, "·"),
        (517, lower, "="),
    ):
        picture.text(x, y + 1.5 * HIGH, sign)
    captions = (
        (360, 96, "Row 0 of X with column 1 of Wq:", "mark"),
        (360, 120, "number 1 of query 0.", "mark"),
        (360, 144, "Keys and values likewise.", ""),
        (20, 382, "Query 0 with key 2: one number, row 0 and column 2 of the weights.", "mark"),
        (20, 406, "Row 0 of the weights mixes all values: row 0 of out.", ""),
        (20, 430, "Each of the B sequences does this for itself.", "soft"),
    )
    for x, y, words, look in captions:
        picture.text(x, y, words, look, "start")
    return picture


def top_sources() -> Picture:
    """The largest weight of each row, read along the row."""
    picture = Picture(520, 200)
    sources, weights = reference.top_sources(SOURCES)
    rows = [[f"{value:g}" for value in row] for row in SOURCES]
    for j in range(3):
        picture.text(90 + (j + 0.5) * WIDE, 24, f"key {j}", "soft")
    picture.table(90, 44, rows, list(enumerate(sources)))
    picture.text(350, 24, "source")
    picture.text(440, 24, "weight")
    for i in range(3):
        y = 44 + (i + 0.5) * HIGH
        picture.text(80, y, f"query {i}", "soft", "end")
        picture.box(92, 46 + i * HIGH, 3 * WIDE - 4, HIGH - 4, "frame")
        picture.text(295, y, "→", "mark")
        picture.text(350, y, sources[i])
        picture.text(440, y, f"{weights[i]:g}")
    picture.text(90, 175, "Each row is read for itself, from left to right.", "soft", "start")
    return picture


def row_focus() -> Picture:
    """The rows as bars that are cut into shares; the longest piece is the focus."""
    picture = Picture(670, 176)
    focus, most_focused, most_diffuse = reference.row_focus(FOCUS)
    notes = {most_focused: "most focused", most_diffuse: "most diffuse"}
    long = 400  # of a whole row
    picture.text(long + 85, 24, "focus", "", "start")
    for i, row in enumerate(FOCUS):
        x, y = 70.0, 44 + i * (HIGH + 8)
        picture.text(60, y + HIGH / 2, f"row {i}", "soft", "end")
        largest = int(row.argmax())
        for j, share in enumerate(row):
            picture.box(x, y, long * share, HIGH, "cell hit" if j == largest else "cell")
            if share > 0.05:
                picture.text(x + long * share / 2, y + HIGH / 2, f"{share:.2f}")
            x += long * share
        picture.text(long + 85, y + HIGH / 2, f"{focus[i]:.2f}", "", "start")
        picture.text(long + 130, y + HIGH / 2, notes.get(i, ""), "mark", "start")
    return picture


def nudge_positions() -> Picture:
    """Two sequences: the same shift for a position in both, on all its numbers."""
    picture = Picture(560, 200)
    X = np.concatenate([EMBEDDINGS, EMBEDDINGS + 60])
    moved = reference.nudge_positions(X, step=HALF)
    for b, x in enumerate((100, 330)):
        picture.text(x + WIDE, 24, f"sequence {b}")
        rows = [[f"{value:g}" for value in row] for row in moved[b]]
        picture.table(x, 44, rows, [(t, c) for t in (1, 2) for c in range(2)])
    for t in range(3):
        y = 44 + (t + 0.5) * HIGH
        picture.text(90, y, f"position {t}", "soft", "end")
        for x in (226, 456):
            picture.text(x, y, f"+ {fraction(t * HALF)}", "mark", "start")
    picture.text(100, 175, "Each sequence starts again at position 0.", "soft", "start")
    return picture


PICTURES: dict[str, Callable[[], Picture]] = {
    "softmax": softmax,
    "self_attention": self_attention,
    "top_sources": top_sources,
    "row_focus": row_focus,
    "nudge_positions": nudge_positions,
}
