"""Mutants of the reference against the graded suites: the small changes that nobody notices.

Run `python -m bench.mutants` with cosmic-ray installed (`pip install cosmic-ray`). Each
mutation of `solutions/reference.py` is graded like a submission; those that keep full marks
are printed with what they change. Every survivor should be equivalent to the reference.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from grader.rubric import load
from grader.slots import Slot
from grader.submission import Submission

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    reference = (ROOT / "solutions" / "reference.py").read_text(encoding="utf-8")
    rubric = load(ROOT)
    main_file = rubric.submission.files[0]
    graded = survived = 0
    with Slot(ROOT, rubric, "all", confined=True) as slot:
        for operator, mutant in mutants(reference):
            record = slot.grade(Submission({main_file: mutant.encode()}, None, []))
            graded += 1
            # Follow-through runs are left out: a mutant of softmax must lose softmax's points.
            if all(test["outcome"] == "passed" for test in record.reports[0]["tests"]):
                survived += 1
                print(f"\n{operator}")
                print("\n".join(change(reference, mutant)), flush=True)
    print(f"\n{graded} mutants, {graded - survived} caught, {survived} survived")


def mutants(code: str) -> Iterator[tuple[str, str]]:
    """Every mutation once: the operator's name and the changed code."""
    seen = {code}
    for name in operator_names():
        operator_class = get_operator(name)
        if operator_class.arguments():
            continue  # it wants names of variables to put in each other's place
        occurrence = 0
        while (mutant := mutate_code(code, operator_class(), occurrence)) is not None:
            occurrence += 1
            if mutant not in seen:
                seen.add(mutant)
                yield name, mutant


def change(before: str, after: str) -> list[str]:
    """The lines that differ."""
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in diff if line[:3] not in ("---", "+++") and line[:2] != "@@"]


if __name__ == "__main__":
    main()
