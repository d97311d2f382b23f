"""Names the mistake behind a wrong function, where its answers are those of a known one.

Only called after a test has failed. The function is tried on the probes, and its answers are
compared with what `misconceptions.json` keeps of wrong programs. A mistake is named only if
all of a stage's answers agree, on two probes at least; nothing is ever guessed.

For authors, `python -m tests.diagnosis` prints that file with the answers given anew.
"""

from __future__ import annotations

import io
import json
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.cases import Case, numbers
from tests.probes import STAGES

FILE = Path(__file__).with_name("misconceptions.json")
NEAR = 1e-4  # absolute and relative
RIGHT, CHANGES = "right", "changes its inputs"
RUBRIC = json.loads(FILE.parents[1].joinpath("grading.json").read_text(encoding="utf-8"))
# Where one of the functions below is wrong, the one above may be right and look wrong.
RELIES_ON = {exercise["function"]: exercise["relies_on"] for exercise in RUBRIC["exercises"]}

# To one call: "right", "raises ValueError", "changes its inputs", or the results, each an array or
# "right".
Answer = str | list[Any]


@dataclass(frozen=True)
class Misconception:
    """A known mistake, the words for it, and the answers of each program that makes it."""

    id: str
    function: str
    title: str
    words: str
    answers: dict[str, dict[str, Answer]]

    @property
    def advice(self) -> str:
        """What is said about it."""
        return f"This looks like a known mistake: {self.title}. {self.words}"


class Unclear(Exception):
    """An answer with which nothing can be compared."""


def diagnose(submission: Any, function: str, plain: bool = False) -> Misconception | None:
    """The mistake in a function whose test has failed, or None where it is not a known one.

    With `plain`, a call without options has failed: a mistake that only calls with options show
    does not explain it. A submission that has a `memo`, a dict of its own, is asked once.
    """
    memo, key = getattr(submission, "memo", {}), f"mistake in {function}{' as it is' * plain}"
    if key not in memo:
        memo[key] = _recognised(submission, function, plain)
    found: Misconception | None = memo[key]
    return found


def _recognised(submission: Any, function: str, plain: bool) -> Misconception | None:
    known = [one for one in catalogue() if one.function == function]
    if not known:
        return None
    with aside(submission):
        try:
            if any(_is_wrong(submission, below) for below in RELIES_ON.get(function, ())):
                return None
            seen = plain and first_wrong(submission, function, plain)
            seen = seen or first_wrong(submission, function)
        except Unclear:
            return None
    with np.errstate(all="ignore"):
        named = [one for one in known if any(_agree(each, seen) for each in one.answers.values())]
    return named[0] if len(named) == 1 else None


@lru_cache(maxsize=1)
def catalogue() -> list[Misconception]:
    """All mistakes that are known."""
    entries = json.loads(FILE.read_text(encoding="utf-8"))
    for entry in entries.values():
        for answers in entry["answers"].values():
            answers.update({name: _stored(answer) for name, answer in answers.items()})
    return [Misconception(name, **entry) for name, entry in entries.items()]


def _stored(answer: Answer) -> Answer:
    """An answer as it is kept, with its numbers as arrays; "nan" and "inf" are numbers too."""
    if isinstance(answer, str):
        return answer
    return [one if one == RIGHT else np.array(one, dtype=float) for one in answer]


def first_wrong(submission: Any, function: str, plain: bool = False) -> dict[str, Answer]:
    """The answers in the first stage that has a wrong one; none where all is right.

    With `plain`, a wrong one to a call without options. Each stage is asked once where the
    submission has a memo. Raises Unclear.
    """
    memo = getattr(submission, "memo", {})
    for number, stage in enumerate(STAGES[function]):
        key = f"stage {number} of {function}"
        if key not in memo:
            memo[key] = {
                name: _answer(submission, case, stage.inputs) for name, case in stage.cases.items()
            }
        answers: dict[str, Answer] = memo[key]
        if any(
            answer != RIGHT and not (plain and stage.cases[name].options)
            for name, answer in answers.items()
        ):
            return answers
    return {}


def _is_wrong(submission: Any, function: str) -> bool:
    try:
        return bool(first_wrong(submission, function))
    except Unclear:
        return False  # it is not started, or it does not come back: then nor does what calls it


def _answer(submission: Any, case: Case, inputs: bool) -> Answer:
    copies = {name: array.copy() for name, array in case.args.items()}
    try:
        value = submission.call(case.function.name, *copies.values(), **case.options)
    except Exception as error:
        trouble: Any = error
        if not hasattr(trouble, "kind"):
            raise
        if trouble.kind != "failed":
            raise Unclear from None
        return f"raises {trouble.type_name}"
    if inputs:
        same = all(np.array_equal(array, copies[name]) for name, array in case.args.items())
        return RIGHT if same else CHANGES
    kinds = case.function.results
    several = len(kinds) > 1 and isinstance(value, Sequence)
    parts = list(value) if several else [value]
    got = [numbers(part) for part in parts]
    if any(isinstance(one, str) for one in got):
        raise Unclear
    if len(kinds) != len(parts):
        return got
    right = [kind.right(part, case) for kind, part in zip(kinds, parts, strict=True)]
    return (
        RIGHT if all(right) else [RIGHT if ok else one for ok, one in zip(right, got, strict=True)]
    )


def _agree(stored: dict[str, Answer], seen: dict[str, Answer]) -> bool:
    if stored.keys() != seen.keys():
        return False
    # Not every input shows that it is written to; two that do are enough.
    spared = [name for name in stored if stored[name] == CHANGES and seen[name] == RIGHT]
    compared = [name for name in stored if name not in spared]
    return len(compared) >= 2 and all(_same(stored[name], seen[name]) for name in compared)


def _same(stored: Answer, seen: Answer) -> bool:
    if isinstance(stored, str) or isinstance(seen, str):
        return stored == seen
    return len(stored) == len(seen) and all(map(_near, stored, seen))


def _near(stored: Any, seen: Any) -> bool:
    if isinstance(seen, str) or isinstance(stored, str):
        return isinstance(seen, str) and isinstance(stored, str)  # both are "right"
    if stored.shape != seen.shape and not stored.size == seen.size == 1:
        return False
    # `np.allclose`, which takes several times as long; below, so that no number is near infinity.
    near = np.abs(seen - stored) < NEAR + NEAR * np.abs(stored)
    return bool((near | (seen == stored) | (np.isnan(seen) & np.isnan(stored))).all())


@contextmanager
def aside(submission: Any) -> Iterator[None]:
    """A diagnosis is no part of the test: what it prints or meets is not shown or counted."""
    hook = sys.breakpointhook
    sys.breakpointhook = lambda *_, **__: None
    try:
        with (
            warnings.catch_warnings(),
            redirect_stdout(io.StringIO()),
            redirect_stderr(io.StringIO()),
        ):
            warnings.simplefilter("ignore")
            with getattr(submission, "aside", nullcontext)():
                yield
    finally:
        sys.breakpointhook = hook


if __name__ == "__main__":
    from tests.project.answers import fresh

    sys.stdout.write(fresh())
