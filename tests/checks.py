"""One ladder that words every failure: what was called, what came back, what was expected.

It speaks once, at the first rung that fails: raised, returned nothing, how many results, then
what `tests/cases.py` says of a result, then inputs left as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np
import pytest

from tests.cases import Array, Case, numbers
from tests.diagnosis import diagnose
from tests.show import fold, hang, in_words, show

FILE = "starter/attention.py"
# What to do about an exception, by its name.
GUARD = 'Take it out, or move it under\n    if __name__ == "__main__":'
MENDS = {
    "SystemExit": f"exit() and quit() end the whole program. {GUARD}",
    "EOFError": GUARD,
    "BdbQuit": "Take breakpoint() out: graders have no keyboard to answer it.",
    "ModuleNotFoundError": "Import only numpy, Python's standard library and starter.lesson.",
    "NotImplementedError": "It uses a function that is not written yet: write that one first.",
}
# What to do about an exception, by a part of its text.
MISFITS = {
    ("core dimension", "not aligned"): "Two arrays do not fit{line}. For a matrix product (@), the "
    "last axis of the left one must be as long as the last but one of the right one. "
    "Print both shapes before they meet.",
    ("remapped shapes",): "Two arrays do not fit{line}. For a matrix product (@), all axes before "
    "the last two must be equally long, or 1. Print both shapes before they meet.",
    ("broadcast",): "Two arrays do not fit{line}. Seen from the right, their axes must be equally "
    "long, or 1. Print both shapes before they meet.",
    ("only length-1", "only 0-dimensional", "only size-1"): "A function that takes one number got "
    "an array{line}. math.exp takes one number, np.exp a whole array.",
    ("truth value",): "An array stands{line} where Python wants one yes or no. Python's own max, "
    "min and sorted, and `if`, compare single numbers: np.max and np.min take whole arrays.",
}
# What became of a call that neither returned nor raised.
ENDS = {
    "timed_out": "took too long and was stopped",
    "out_of_memory": "ran out of memory",
    "crashed": "crashed Python",
    "forbidden": "did what graders refuse",
    "not_reached": "was not run",
}


def nowhere(name: str, value: object) -> None:
    """Keep no note."""


# Keeps a note with the report of the test that runs; conftest.py puts pytest's own here.
record: Callable[[str, object], None] = nowhere


class Submission(Protocol):
    """Calls a student's functions; what goes wrong is raised with `kind`, `text`, `line`, ..."""

    def call(self, name: str, *args: object, **kwargs: object) -> Any: ...


def expect(
    submission: Submission,
    cases: Sequence[Case],
    results: Iterable[str] = (),
    unchanged: bool = False,
) -> None:
    """Call every case, compare the results it states (or those named), tell the first fault.

    With `unchanged`, the inputs must be the same after the call as before. Raises pytest's
    failure, or its skip where the exercise is not started.
    """
    first, right, tried, failed = "", 0, 0, cases[0]
    trouble: Any = None
    for case in cases:
        tried += 1
        copies = {name: array.copy() for name, array in case.args.items()}
        trouble = None
        try:
            value = submission.call(case.function.name, *copies.values(), **case.options)
        except Exception as error:
            if not hasattr(error, "kind"):
                raise
            trouble = error
        if trouble is None:
            with np.errstate(all="ignore"):
                words = _judged(value, case, copies, set(results), unchanged, first)
        else:
            words = _trouble(trouble, case)
        if words and not first:
            first, failed = words, case
        right += not words
        if trouble is not None and trouble.kind != "failed":
            break
    if first:
        if trouble is None or trouble.kind == "failed":  # so there is somebody to ask
            first += _named(submission, failed)
        rest = f", {len(cases) - tried} not tried" if tried < len(cases) else ""
        count = f"{right} of {len(cases)} inputs right{rest}. Read {_page(cases[0])}"
        pytest.fail(f"{first}\n\n{count}", pytrace=False)


def _judged(
    value: Any,
    case: Case,
    copies: dict[str, Array],
    results: set[str],
    unchanged: bool,
    first: str,
) -> str:
    """What is wrong with what came back; nothing if all is right. After the `first`, a word."""
    kinds = case.function.results
    if value is None:
        hint = "Does it end with `return ...`? What is only printed does not come back."
        return _told(case, "returned None", "None", _contract(case), hint, _also(case, copies))
    if len(kinds) == 1:
        value = [value]
    elif not isinstance(value, Sequence) or isinstance(value, str) or len(value) != len(kinds):
        hint = f"Return them together: return {', '.join(kind.name for kind in kinds)}"
        what = f"{len(kinds)} results expected"
        return _told(case, what, in_words(value), _contract(case), hint, _also(case, copies))
    for kind, part in zip(kinds, value, strict=True):
        if kind.name in (results or case.wants) and not kind.right(part, case):
            if first:
                return "wrong"
            fault, got, want = kind.fault(part, case), numbers(part), case.wants[kind.name]
            back = in_words(part) if isinstance(got, str) else show(got, fault.near)
            what = f"{kind.name}: {fault.what}" if len(kinds) > 1 else fault.what
            expected = show(want, fault.near)
            return _told(case, what, back, expected, fault.hint, _also(case, copies))
    if unchanged and (changed := _changed(case, copies)):
        name = changed[0]
        hint = "The results are right, but inputs must be left as they were: work on a new array."
        what = f"changed its input {', '.join(changed)}"
        after = hang(f"{name} = ", show(copies[name]))
        return _told(case, what, after, f"{name} as it was before the call", hint)
    return ""


def _changed(case: Case, copies: dict[str, Array]) -> list[str]:
    return [name for name, array in case.args.items() if not np.array_equal(array, copies[name])]


def _also(case: Case, copies: dict[str, Array]) -> str:
    changed = _changed(case, copies)
    return f"It also changed its input {', '.join(changed)}." if changed else ""


def _told(case: Case, what: str, back: str, want: str, *hints: str, brief: bool = False) -> str:
    shown = case.shown
    if brief and len(shown) > 1:
        shown = {name: in_words(array) for name, array in case.args.items()}
    args = [hang(f"  {name} = ", text) for name, text in shown.items()]
    parts = [fold(f"{case.call}: {what}"), "", "called with", *args]
    parts += ["came back", hang("  ", back), "expected", hang("  ", want)]
    return "\n".join([*parts, *(fold(hint) for hint in hints if hint)])


def _trouble(error: Any, case: Case) -> str:
    """The words for a call that brought back nothing; without a module there is no more to say."""
    name, takes = case.function.name, case.function.takes
    if error.kind == "not_started":
        pytest.skip(f"not started: {name}, read {_page(case)}")
    ended = ENDS.get(error.kind, error.type_name or "failed")
    line = f", line {error.line}" if error.line else ""
    mend = MENDS.get(error.type_name, "") or _misfit(error)
    if error.during == "import":
        why = f": {ended}{line}" if ended != "failed" else ""
        words = [f"{FILE} could not be imported{why}", error.text, mend]
        if error.type_name == "AttributeError" and not error.line:
            words = [error.text, f"Its first line must be: def {name}({takes}):"]
        pytest.fail(fold("\n".join(filter(None, words))), pytrace=False)
    if error.type_name == "TypeError" and not error.line:
        mend = f"The tests need: def {name}({takes}):"
    what, back = ended, error.text or "nothing"
    if error.kind == "failed":
        what, back = "failed", error.text
        if error.type_name:
            inside = getattr(error, "inside", "")
            line += f", in your {inside}" if inside not in ("", name) else ""
            what, back = f"raised {ended}{line}", f"{ended}: {error.text}".rstrip(": ")
            if source := getattr(error, "source", ""):  # known in a student's own run
                back += f"\nline {error.line}: {source}"
    return _told(case, what, fold(back, "  ").strip(), _contract(case), mend, brief=True)


def _misfit(error: Any) -> str:
    """What to do about an array at a place where it does not fit."""
    line = f" in line {error.line}" if error.line else ""
    found = (words for parts, words in MISFITS.items() if any(part in error.text for part in parts))
    return next(found, "").format(line=line)


def _named(submission: Submission, case: Case) -> str:
    """A paragraph on the mistake, where it is a known one. A student's own run has it once."""
    mistake = diagnose(submission, case.function.name, plain=not case.options)
    if mistake is None:
        return ""
    record("misconception", mistake.id)
    record("advice", mistake.advice)
    told: set[str] = getattr(submission, "told", set())
    again = mistake.id in told
    told.add(mistake.id)
    words = f"The same mistake as above: {mistake.title}." if again else mistake.advice
    return f"\n\n{fold(words)}"


def _contract(case: Case) -> str:
    """The results without their values."""
    if len(case.function.results) == 1:
        return in_words(*case.wants.values())
    wants = {name: in_words(want) for name, want in case.wants.items()}
    names = [kind.name for kind in case.function.results]
    return "\n".join(f"{name}: {wants.get(name, 'not looked at by this test')}" for name in names)


def _page(case: Case) -> str:
    return f"exercises/{case.function.name}.md"
