"""What `tests/misconceptions.json` keeps: the answers of the programs in solutions/chaffs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from tests.cases import Array
from tests.diagnosis import FILE, RIGHT, Answer, aside, first_wrong
from tests.probes import STAGES

SOLUTIONS = Path(__file__).resolve().parents[2] / "solutions"
DIGITS, NOTHING = 5, 1e-8  # every processor gives the same digits


class Program:
    """A program of our own, called in this process."""

    def __init__(self, source: str) -> None:
        self._names: dict[str, Any] = {}
        exec(source, self._names)

    def call(self, name: str, *args: Any, **options: Any) -> Any:
        """Call one of its functions; what it raises is told as a submission tells it."""
        try:
            return self._names[name](*args, **options)
        except Exception as error:
            error.kind, error.type_name = "failed", type(error).__name__  # type: ignore[attr-defined]
            raise


def fresh() -> str:
    """The text of `misconceptions.json` with the answers that the chaffs give now."""
    entries = json.loads(FILE.read_text(encoding="utf-8"))
    for entry in entries.values():
        entry["answers"] = {}
    reference = (SOLUTIONS / "reference.py").read_text(encoding="utf-8")
    for path in sorted((SOLUTIONS / "chaffs").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        hears = re.search(r"^Hears: (\S+)$", source, re.MULTILINE)
        if hears is None or hears[1] == "nothing":
            continue
        if hears[1] not in entries:
            raise SystemExit(f"{path.name} hears {hears[1]}: add it to {FILE.name}, with words.")
        entry = entries[hears[1]]
        if entry["function"] not in STAGES:
            raise SystemExit(f"{path.name}: {entry['function']} has no stage in tests/probes.py.")
        program = Program(f"{reference}\n{source}")
        with aside(program):
            answers = first_wrong(program, entry["function"])
        if sum(answer != RIGHT for answer in answers.values()) < 2:
            raise SystemExit(
                f"{path.name} is wrong on fewer than two probes: add some that see it."
            )
        entry["answers"][path.stem] = {name: _written(answer) for name, answer in answers.items()}
    return _layout(entries) + "\n"


def _written(answer: Answer) -> Answer:
    if isinstance(answer, str):
        return answer
    return [one if isinstance(one, str) else rounded(one) for one in answer]


def rounded(array: Array) -> Any:
    """The numbers as they are stored, in lists."""
    if array.ndim:
        return [rounded(part) for part in array]
    value = float(f"{float(array):.{DIGITS}g}")
    if not np.isfinite(value):
        return str(value)
    if abs(value) < NOTHING:
        return 0
    return int(value) if value.is_integer() else value


def _layout(node: Any, depth: int = 0) -> str:
    """JSON with one answer a line."""
    if not isinstance(node, dict) or not node:
        return json.dumps(node)
    pad = "\n" + "  " * depth
    lines = [
        f"{pad}  {json.dumps(key)}: {_layout(value, depth + 1)}" for key, value in node.items()
    ]
    return "{" + ",".join(lines) + pad + "}"
