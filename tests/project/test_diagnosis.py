"""Every known mistake is told by its name, and nothing else is ever given one."""

# A wrong function may ignore what it is given.
# ruff: noqa: ARG001, ARG002, ARG005

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.run import run
from tests.diagnosis import FILE, RIGHT, catalogue, diagnose, first_wrong
from tests.local import CallError
from tests.probes import STAGES
from tests.project import answers, bounds
from tests.project.test_suites import ROOT, TESTS, AtHand, graded
from tests.project.variants import FUNCTIONS, WRONG

REFERENCE = (ROOT / "solutions" / "reference.py").read_text(encoding="utf-8")
CHAFFS = sorted((ROOT / "solutions" / "chaffs").glob("*.py"))
WHEATS = sorted((ROOT / "solutions" / "wheats").glob("*.py"))
KNOWN = {one.id: one for one in catalogue()}
# What the mistakes of `variants.py` may be told, by the start of their names: ends of ids, or
# "-" for nothing. What is not here is no known mistake.
NAMES = dict(
    entry.split(": ")
    for entry in """
A10: divides-by-max; A12: shift-after-exp; A14: clips; A15: hides-overflow; A16: no-exp
A18: sigmoid; A19: twice; A20: log; A21: sign; A23: one-hot; A24: integer-buffer; A25: overwrites
A26: ignores-axis over-columns; A27: axis-of-length-one; A1: over-everything; A2: over-columns
A3: keepdims; A4: bracket; A5: no-shift; A6: global-shift; A7: shift-at-zero
A9: shift-min shift-mean; B10: over-queries; B11: over-batch over-everything; B12: roles-swapped
B13: one-role one-role-keys; B15: no-projections mixes-x; B16: projects-wrong-side -
B17: mixes-transposed -; B20: mean-of-values; B21 raw scores in: -; B21: raw-scores
B23: results-swapped; B24: first-batch; B25: causal; B1: no-scaling; B2: divides-by-hs
B3 root of two: -; B3: root-of-c root-of-t root-of-b fixed-size; B4: multiplies; B6: no-transpose
B7: transposes-all; B8: reshape; B9: elementwise; no softmax shift: overflows
C13: along-batch; C14: along-channels; C1 reads: by-column; C5: not-itself
C16: from-one ignores-step multiplies running-sum first-channel overwrites
C9 swapped: swapped; C9 by: entropy spread; C9 entropy: entropy; changes: overwrites
first sequence only: drops-batch -; C7: diagonal -; least: smallest; weights first: swapped
counts from 1: from-one; largest of all: one-for-all
largest without itself: not-itself; position alone: position-alone
the focus instead of the position: values-for-positions; one step for all: adds-step-once
shares of the length: scales-by-length; result has the type of X: integer-buffer
base 2: other-base; C1 weights: mixed-axes; sources only: sources-only
by the key: by-column; position in the flat matrix: flat-position; positions first: swapped
another default: other-default; keeps an axis: keepdims
takes the step off: subtracts; backwards: backwards
""".strip()
    .replace("\n", "; ")
    .split("; ")
)
Called = Callable[..., Any]


def name(function: str, **wrong: Called) -> str | None:
    mistake = diagnose(AtHand(FUNCTIONS | wrong), function)
    return mistake.id if mistake else None


def test_the_data_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == answers.fresh()


def test_words() -> None:
    for mistake in KNOWN.values():
        assert 20 <= len(mistake.words.split()) <= 80
        assert len(mistake.title) <= 60
        assert mistake.words.endswith((".", "?"))
        for text in (mistake.title, mistake.words):
            assert text.isascii()
            assert not re.search(r"[=@_*\[\]{}`<>]|np\.|\w\(|->", text), text


def test_a_name_needs_two_wrong_answers_and_more_than_exceptions() -> None:
    for mistake in KNOWN.values():
        assert mistake.answers
        for stored in mistake.answers.values():
            wrong = [answer for answer in stored.values() if answer != RIGHT]
            assert len(wrong) >= 2
            # That numpy will not put a fraction where only whole numbers fit says enough alone.
            telling = [answer for answer in wrong if answer != "raises UFuncTypeError"]
            assert not telling or not all(str(one).startswith("raises") for one in telling)


def test_probes_are_no_hidden_inputs() -> None:
    seen: list[Any] = []

    class Watched(AtHand):
        def call(self, name: str, *args: Any, **options: Any) -> Any:
            seen.append((name, [np.asarray(arg).tolist() for arg in args], options))
            return super().call(name, *args, **options)

    for _, test in TESTS:
        if test["suite"] == "hidden":
            graded(test["id"])(Watched(FUNCTIONS))
    assert len(seen) > 50
    for stages in STAGES.values():
        for case in (case for stage in stages for case in stage.cases.values()):
            args = [array.tolist() for array in case.args.values()]
            assert (case.function.name, args, case.options) not in seen


class Chaff(answers.Program):
    """A program as a submission."""

    def call(self, name: str, *args: Any, **options: Any) -> Any:
        try:
            return super().call(name, *args, **options)
        except Exception as error:
            raise CallError("failed", type(error).__name__, str(error), None) from None


@pytest.mark.parametrize("path", CHAFFS, ids=lambda path: path.stem)
def test_chaffs_hear_their_names(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    loses, hears = re.findall(r"^(?:Loses|Hears): (\S+)$", source, re.MULTILINE)
    mistake = diagnose(Chaff(f"{REFERENCE}\n{source}"), loses)
    assert (mistake.id if mistake else "nothing") == hears


def test_wheats_have_no_name() -> None:
    for path in WHEATS:
        program = Chaff(path.read_text(encoding="utf-8-sig"))
        assert not any(diagnose(program, function) for function in FUNCTIONS), path.stem


def test_right_functions_have_no_name() -> None:
    for road, functions in bounds.RIGHT.items():
        assert not any(name(one, **{one: functions[one]}) for one in FUNCTIONS), road


@pytest.mark.parametrize("function", WRONG)
def test_variants_get_the_right_name_or_none(function: str) -> None:
    for mistake, wrong in WRONG[function].items():
        ends = [end for start, end in NAMES.items() if mistake.startswith(start)] or ["-"]
        got = name(function, **{function: wrong}) or "-"
        assert got.endswith(tuple(ends[0].split())), (mistake, got)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_random_answers_have_no_name(function: str) -> None:
    rng = np.random.default_rng(5)

    def alike(part: Any) -> Any:
        shape = np.shape(part)
        if np.asarray(part).dtype.kind == "i":
            return rng.integers(0, 3, size=shape)
        return rng.dirichlet(np.ones(shape[-1]), size=shape[:-1])

    def guesses(*args: Any, **options: Any) -> Any:
        right = FUNCTIONS[function](*args, **options)
        return [alike(part) for part in right] if isinstance(right, tuple) else alike(right)

    assert {name(function, **{function: guesses}) for _ in range(100)} == {None}


def test_close_is_not_enough() -> None:
    def everything(x: Any, axis: int = -1) -> Any:
        return np.exp(x) / np.exp(x).sum()

    assert name("softmax", softmax=everything) == "softmax-over-everything"
    assert name("softmax", softmax=lambda x, axis=-1: 1.001 * everything(x)) is None


def test_no_stored_number_hangs_on_its_last_bits() -> None:
    for path in CHAFFS:
        source = path.read_text(encoding="utf-8")
        loses, hears = re.findall(r"^(?:Loses|Hears): (\S+)$", source, re.MULTILINE)
        if hears != "nothing":
            with np.errstate(all="ignore"):
                seen = first_wrong(Chaff(f"{REFERENCE}\n{source}"), loses).values()
            for answer in seen:
                arrays = [part for part in answer if not isinstance(part, str)]
                assert [answers.rounded(part * (1 + 1e-10)) for part in arrays] == [
                    answers.rounded(part) for part in arrays
                ]


def test_a_wrong_softmax_below_is_mended_first() -> None:
    over_columns = WRONG["softmax"]["A2 columns, whatever the axis"]

    def attends(X: Any, Wq: Any, Wk: Any, Wv: Any) -> Any:
        weights = over_columns(X @ Wq @ (X @ Wk).swapaxes(1, 2) / np.sqrt(Wq.shape[1]))
        return weights @ (X @ Wv), weights

    assert name("self_attention", self_attention=attends) == "attention-over-batch"
    assert name("self_attention", self_attention=attends, softmax=over_columns) is None


class Ends:
    """A submission that is gone at its second call."""

    def __init__(self, kind: str) -> None:
        self.kind, self.calls = kind, 0

    def call(self, name: str, *args: Any, **options: Any) -> Any:
        self.calls += 1
        if self.calls > 1:
            raise CallError(self.kind, "", "gone", None)
        return np.exp(args[0])


@pytest.mark.parametrize("kind", ["timed_out", "crashed", "not_started", "out_of_memory"])
def test_an_end_ends_the_diagnosis(kind: str) -> None:
    submission = Ends(kind)
    assert diagnose(submission, "softmax") is None
    assert submission.calls == 2


def test_a_fault_of_the_grader_is_no_answer() -> None:
    class Broken:
        def call(self, *args: Any, **options: Any) -> Any:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        diagnose(Broken(), "softmax")


def test_a_diagnosis_is_no_part_of_the_test(capsys: pytest.CaptureFixture[str]) -> None:
    hook, inside = sys.breakpointhook, []

    class Aside(AtHand):
        @contextmanager
        def aside(self) -> Iterator[None]:
            inside.append(True)
            yield
            inside.clear()

    def talks(x: Any, axis: int = -1) -> Any:
        assert inside
        print("here")
        print("there", file=sys.stderr)
        breakpoint()
        return np.exp(x) / np.exp(x).sum()

    assert diagnose(Aside(FUNCTIONS | {"softmax": talks}), "softmax") is not None
    assert not inside
    assert sys.breakpointhook is hook
    assert capsys.readouterr() == ("", "")


def test_what_happens_in_a_diagnosis_is_not_the_outcome(tmp_path: Path) -> None:
    """This softmax ends Python on a probe only; its tests fail by wrong answers all the same."""
    wrong = (
        "def softmax(x, axis=-1):\n    if np.size(x) == 4: import os; os.abort()\n    return x\n"
    )
    path = tmp_path / "attention.py"
    path.write_text(f"{REFERENCE}\n{wrong}", encoding="utf-8")
    card, _ = run(ROOT, path, "public", confined=False)
    softmax = card.exercises[0]
    assert [test.outcome for test in softmax.tests] == ["failed", "failed", "crashed"]
    assert softmax.misconception is None
