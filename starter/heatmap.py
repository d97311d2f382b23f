"""Draw an attention matrix: as text for any terminal, and as a figure with matplotlib.

A is always (T, T): a row for each query, a column for each key, weights between 0 and 1.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
BLOCKS = " \u2591\u2592\u2593\u2588"
ASCII = " .:-=+*#%@"
# xterm colours for nothing and for eight levels of weight: one hue that only darkens, so that the
# levels can be told apart in grey and by colour-blind eyes; and the text colour for each.
PAPERS = (231, 189, 153, 110, 74, 68, 31, 25, 18)
INKS = (243, 16, 16, 16, 16, 231, 231, 231, 231)


def _level(weight: float, levels: int) -> int:
    """Give 0 for a weight that prints as 0.00, else 1 to `levels`, rising with the weight."""
    return 0 if weight < 0.005 else min(levels, 1 + int(weight * levels))


def _grid(A: Floats, marks: str, width: int, cell: Callable[[float], str]) -> list[str]:
    """Lay out two header lines, then a line for each row; a cell fills `width` columns."""
    places = "".join(f"{place:>{width}}" for place in range(len(marks)))
    lines = [" " * 6 + places, " " * 6 + "".join(f"{mark:>{width}}" for mark in marks)]
    for place, (mark, row) in enumerate(zip(marks, A, strict=True)):
        lines.append(f"{place:>3} {mark} " + "".join(cell(float(weight)) for weight in row))
    return lines


class Screen(NamedTuple):
    """What the terminal can show: colours or not, and the characters for shades."""

    colour: bool
    ramp: str

    @staticmethod
    def of(stream: object) -> Screen:
        """Look at the stream, its encoding, and the environment (NO_COLOR, TERM)."""
        colour = isinstance(stream, io.TextIOWrapper) and stream.isatty()
        colour = colour and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        if colour and os.name == "nt":
            os.system("")  # Older Windows consoles understand colour codes only after this.
        try:
            BLOCKS.encode(getattr(stream, "encoding", None) or "ascii")
        except (LookupError, UnicodeError):
            return Screen(colour, ASCII)
        return Screen(colour, BLOCKS)

    def heading(self, text: str) -> None:
        """Print a heading with an empty line above it."""
        print(f"\n\x1b[1m{text}\x1b[0m" if self.colour else f"\n{text}")

    def matrix(self, A: Floats, marks: str) -> list[str]:
        """Give lines with all weights to two decimals, and the heat map in or beside them."""
        if self.colour:
            return self.heat_map(A, marks)
        numbers = _grid(A, marks, 5, lambda weight: f"{weight:5.2f}")
        heat = [line[6:] for line in self.heat_map(A, marks)]
        lines = [f"{left}  {right}".rstrip() for left, right in zip(numbers, heat, strict=True)]
        return [*lines, f"   shades: blank below 0.005, then {' '.join(self.ramp[1:])} up to 1"]

    def heat_map(self, A: Floats, marks: str) -> list[str]:
        """Give the header's two lines and a line for each row, all equally wide."""
        if not self.colour:
            levels = len(self.ramp) - 1
            return _grid(A, marks, 2, lambda weight: self.ramp[_level(weight, levels)] * 2)
        return _grid(A, marks, 5, _coloured)


def _coloured(weight: float) -> str:
    level = _level(weight, len(PAPERS) - 1)
    return f"\x1b[38;5;{INKS[level]};48;5;{PAPERS[level]}m{weight:5.2f}\x1b[0m"


def figure(
    A: Floats,
    labels: Sequence[str],
    most_focused: int,
    most_diffuse: int,
    title: str = "Who attends to whom",
) -> Figure:
    """Draw A with its values, and mark two of its rows; `labels` are T words for the axes.

    Write it to a file with `figure(...).savefig(path)`. Raises ImportError where matplotlib is
    not installed.
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    size = len(labels)
    drawing = Figure(figsize=(9.5, 7), layout="constrained")
    axes = drawing.subplots()
    edges = np.arange(size + 1) - 0.5
    image = axes.pcolormesh(edges, edges, A, cmap="Blues", vmin=0, vmax=1)
    axes.set(aspect="equal", ylim=(size - 0.5, -0.5))
    for (row, column), weight in np.ndenumerate(A):
        ink = "#767676" if weight < 0.005 else "black" if weight < 0.7 else "white"
        axes.text(column, row, f"{weight:.2f}", ha="center", va="center", color=ink, fontsize=9)
    marked = ((most_focused, "most focused", "solid"), (most_diffuse, "most diffuse", "dashed"))
    for row, word, line in marked:
        frame = Rectangle((-0.5, row - 0.5), size, 1, fill=False, clip_on=False, zorder=3)
        frame.set(edgecolor="#d55e00", linestyle=line, linewidth=2.5)
        axes.add_patch(frame)
        axes.text(size - 0.35, row, word, va="center", color="#b34700", weight="bold")
    axes.set_xticks(range(size), [f"{place}\n{label}" for place, label in enumerate(labels)])
    axes.set_yticks(range(size), [f"{place} {label}" for place, label in enumerate(labels)])
    axes.set(
        title=title, xlabel="key: the position looked at", ylabel="query: the position looking"
    )
    drawing.colorbar(image, label="attention weight", shrink=0.8)
    return drawing
