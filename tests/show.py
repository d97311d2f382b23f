"""Arrays and values as a failure prints them: 80 columns, alike under every numpy."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
FULL = 30  # entries of an array that is printed in full
FIRST = 8  # entries of a row of a larger one
COLUMNS = 72
WIDTH = 74  # of a line of text: what a report of 80 columns has room for


def number(value: Any) -> str:
    """A number with as many digits as a reader needs."""
    value = float(value)
    if not math.isfinite(value):
        return str(value)
    if value == round(value) and abs(value) < 1e6:
        return str(round(value))
    if 1e-3 <= abs(value) < 1e5:
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return f"{value:.2e}"


def at(index: Iterable[Any]) -> str:
    """An index as it is typed: `[0, :, 2]`."""
    return "[" + ", ".join(":" if part == slice(None) else str(part) for part in index) + "]"


def show(array: Array, near: Iterable[Any] = ()) -> str:
    """All of a small array; of a larger one its shape and the row in which `near` lies."""
    if array.ndim == 0:
        return number(array)
    if array.size == 0:
        return in_words(array)
    if array.size <= FULL:
        text = _rows(np.array(_aligned(array.flat)).reshape(array.shape))
        if max(map(len, text.splitlines())) <= COLUMNS:
            return text
    place = list(near)[:-1] or [0] * (array.ndim - 1)
    row = array[tuple(place)]
    cells = [*_aligned(row[:FIRST]), *["..."] * (row.size > FIRST)]
    which = f", of which {at([*place, slice(None)])} is" if place else ","
    return f"shape {array.shape}{which}\n[{' '.join(cells)}]"


def _aligned(values: Iterable[Any]) -> list[str]:
    """The numbers equally wide, with the same number of decimals."""
    cells = [number(value) for value in values]
    plain = [cell for cell in cells if "." in cell and "e" not in cell]
    places = max((len(cell.split(".")[1]) for cell in plain), default=0)
    cells = [
        cell.ljust(cell.index(".") + 1 + places, "0") if cell in plain else cell for cell in cells
    ]
    width = max(map(len, cells))
    return [cell.rjust(width) for cell in cells]


def _rows(cells: Array, depth: int = 1) -> str:
    if cells.ndim == 1:
        return f"[{' '.join(cells)}]"
    return "[" + ("\n" + " " * depth).join(_rows(part, depth + 1) for part in cells) + "]"


def in_words(value: object) -> str:
    """What a value is, without what it holds."""
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}" if value.ndim else "one number"
    if isinstance(value, (bool, int, float, np.number)):
        return f"the number {value}" if not isinstance(value, bool) else str(value)
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of {len(value)}"
    # A grader hands over a stand-in for what is no array, with the name of its type.
    return f"a {getattr(value, 'type_name', type(value).__name__)}"


def fold(text: str, indent: str = "") -> str:
    """Break long lines, keep the breaks that are there."""
    lines = (
        textwrap.fill(line, WIDTH, initial_indent=indent, subsequent_indent=indent)
        if len(indent + line) > WIDTH
        else indent + line
        for line in text.splitlines()
    )
    return "\n".join(lines)


def hang(label: str, text: str) -> str:
    """A label, with the lines of `text` standing under each other behind it."""
    return label + text.replace("\n", "\n" + " " * len(label))
