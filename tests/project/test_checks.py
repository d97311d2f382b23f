"""The words of the ladder: each rung speaks once, in 80 columns, and says what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests import checks
from tests.cases import Case, row_focus, self_attention, softmax, top_sources
from tests.checks import expect
from tests.local import CallError
from tests.show import number, show

ONE = softmax([[0.0, 0.0], [1.0, 1.0]]).gives([[0.5, 0.5], [0.5, 0.5]])
ACROSS = softmax([[0.0, 0.0, 0.0]], axis=0).gives([[1, 1, 1]])
A = [[0.2, 0.8], [0.7, 0.3]]
TOP = top_sources(A).gives(sources=[1, 0], weights=[0.8, 0.7])
FOCUS = row_focus(A).gives(focus=[0.8, 0.7], most_focused=0, most_diffuse=1)
HEAD = self_attention(*[np.ones((1, 2, 3)), *[np.ones((3, 4))] * 3]).gives(
    out=np.full((1, 2, 4), 3), weights=np.full((1, 2, 2), 0.5)
)


class Answers:
    """A submission that gives its answers in turn, the last one for ever, or raises them."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.calls = 0

    def call(self, name: str, *args: Any, **options: Any) -> Any:  # noqa: ARG002
        self.calls += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer(*args) if callable(answer) else answer


def told(case: Case | list[Case], *answers: Any, **options: Any) -> str:
    """The text of the failure."""
    cases = case if isinstance(case, list) else [case]
    with pytest.raises(pytest.fail.Exception) as failure:
        expect(Answers(*answers), cases, **options)
    text = str(failure.value)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert failure.value.__context__ is None
    return text


def test_a_whole_message() -> None:
    assert told([ONE, ONE], [[0.5, 0.5], [0.5, 0.25]], ONE.wants["shares"]) == (
        "softmax(x): [1, :] sums to 0.75, not to 1\n"
        "\n"
        "called with\n"
        "  x = [[0 0]\n"
        "       [1 1]]\n"
        "came back\n"
        "  [[0.50 0.50]\n"
        "   [0.50 0.25]]\n"
        "expected\n"
        "  [[0.5 0.5]\n"
        "   [0.5 0.5]]\n"
        "largest difference 0.25, at [1, 1]: got 0.25, expected 0.5\n"
        "\n"
        "1 of 2 inputs right. Read exercises/softmax.md"
    )


class Unreadable:
    """What a grader hands over for a value that is no array."""

    type_name = "dict"


HALVES = np.full((2, 2), 0.5)
ODD: list[tuple[Case, Any, str]] = [
    (ONE, None, "softmax(x): returned None"),
    (ONE, None, "Does it end with `return ...`?"),
    (ONE, {}, "a dict, where numbers are expected"),
    (ONE, Unreadable(), "a dict, where numbers are expected"),
    (ONE, "half", "a str, where numbers are expected"),
    (ONE, [[0.5, 0.5], [1.0]], "a list of 2, which makes no array: are its rows equally long?"),
    (ONE, HALVES == 0.5, "bool values, where numbers are expected"),
    (ONE, HALVES + 0j, "complex128 values, where numbers are expected"),
    (ONE, (HALVES, HALVES), "shape (2, 2, 2), expected (2, 2)"),
    (ONE, HALVES[0], "shape (2,), expected (2, 2)"),
    (ONE, np.empty((0, 2)), "shape (0, 2), expected (2, 2)"),
    (ONE, [[0.5, np.nan], [0.5, 0.5]], "[0, 1] is nan, not a finite number"),
    (ONE, [[0.5, np.inf], [0.5, 0.5]], "[0, 1] is inf, not a finite number"),
    (ONE, [[-0.5, 1.5], [0.5, 0.5]], "shares are never negative, but [0, 0] is -0.5"),
    (ONE, [[0.25, 0.75], [0.5, 0.5]], "softmax(x): wrong values"),
    (ONE, [[0.50002, 0.49998], [0.5, 0.5]], "They differ only behind the digits printed."),
    (ACROSS, [[1, 1, 0]], "softmax(x, axis=0): [:, 2] sums to 0, not to 1"),
    (TOP, HALVES, "top_sources(A): 2 results expected"),
    (TOP, ([1, 0], [0.8, 0.7], 0), "a tuple of 3"),
    (TOP, 3, "the number 3"),
    (TOP, [1, 0], "sources: shape (), expected (2,)"),
    (TOP, HALVES, "Return them together: return sources, weights"),
    (TOP, ([1, 1], [0.8, 0.7]), "sources[1]: got 1, where A is 0.3; expected 0, where it is 0.7"),
    (TOP, ([1, -2], [0.8, 0.7]), "-2 is not a position (whole numbers 0 to 1)"),
    (TOP, ([1, 0.01], [0.8, 0.7]), "0.01 is not a position (whole numbers 0 to 1)"),
    (TOP, ([1, np.nan], [0.8, 0.7]), "nan is not a position (whole numbers 0 to 1)"),
    (TOP, ([1, 0], [0.8, 0.75]), "weights: wrong values"),
    (TOP, ([True, False], [0.8, 0.7]), "sources: bool values"),
    (FOCUS, ([0.8, 0.7], 1, 1), "most_focused: got 1, where focus is 0.7; expected 0, where it is"),
    (FOCUS, ([0.8, 0.7], None, 1), "most_focused: None, where numbers are expected"),
    (FOCUS, ([0.8, 0.7], [0, 0], 1), "most_focused: shape (2,), expected one index"),
]


@pytest.mark.parametrize(("case", "answer", "words"), ODD)
def test_each_rung(case: Case, answer: Any, words: str) -> None:
    text = told(case, answer)
    assert words in text
    assert case.call in text
    assert "\nexpected\n" in text


def raised(kind: str, type_name: str = "", text: str = "", **more: Any) -> CallError:
    return CallError(kind, type_name, text, more.get("line"), more.get("during", "call"))


TROUBLE = [
    (raised("failed", "ValueError", "too odd", line=7), "softmax(x): raised ValueError, line 7"),
    (raised("failed", "ValueError", "too odd", line=7), "ValueError: too odd"),
    (raised("failed", "KeyError"), "came back\n  KeyError\n"),
    (
        raised("failed", "ValueError", "... mismatch in its core dimension 0, ...", line=7),
        "Two arrays do not fit in line 7. For a matrix product (@), the last axis",
    ),
    (
        raised("failed", "ValueError", "shapes (2,) and (3,) not aligned"),
        "Two arrays do not fit. For a matrix product (@), the last axis of the left",
    ),
    (
        raised("failed", "ValueError", "could not be broadcast together with remapped shapes"),
        "all axes before the last\ntwo must be equally long",
    ),
    (
        raised("failed", "ValueError", "could not be broadcast together with shapes", line=7),
        "Two arrays do not fit in line 7. Seen from the right",
    ),
    (
        raised("failed", "TypeError", "only 0-dimensional arrays can be converted", line=7),
        "math.exp takes\none number, np.exp a whole array.",
    ),
    (
        raised("failed", "ValueError", "The truth value of an array with more", line=7),
        "An array stands in line 7 where Python wants one yes or no.",
    ),
    (raised("failed", "TypeError", "2 were given"), "need: def softmax(x, axis=-1):"),
    (raised("failed", "NotImplementedError", line=3), "a function that is not written yet"),
    (raised("failed", "SystemExit", "status 0", line=3), "exit() and quit() end the whole program"),
    (raised("timed_out", text="stopped after 5 s"), "softmax(x): took too long and was stopped"),
    (raised("timed_out", text="stopped after 5 s"), "0 of 2 inputs right, 1 not tried"),
    (raised("out_of_memory", "MemoryError"), "softmax(x): ran out of memory"),
    (raised("crashed", text="signal 11"), "softmax(x): crashed Python"),
    (raised("forbidden", text="no"), "softmax(x): did what graders refuse"),
    (raised("not_reached", text="two before"), "softmax(x): was not run"),
    (
        raised("failed", "SyntaxError", "invalid syntax: def f(:", line=2, during="import"),
        "starter/attention.py could not be imported: SyntaxError, line 2\ninvalid syntax: def f(:",
    ),
    (raised("failed", "EOFError", "input()", line=2, during="import"), '__name__ == "__main__"'),
    (raised("timed_out", text="10 s", during="import"), "could not be imported: took too long"),
    (
        raised("failed", "AttributeError", "no function named softmax", during="import"),
        "no function named softmax\nIts first line must be: def softmax(x, axis=-1):",
    ),
]


@pytest.mark.parametrize(("trouble", "words"), TROUBLE)
def test_calls_that_bring_nothing_back(trouble: CallError, words: str) -> None:
    assert words in told([ONE, ONE], trouble)


def test_shapes_are_enough_where_a_call_of_many_arrays_raised() -> None:
    text = told(HEAD, raised("failed", "ValueError", "shapes"))
    assert "  Wq = an array of shape (3, 4)\n" in text
    assert "  out: an array of shape (1, 2, 4)\n  weights: an array of shape (1, 2, 2)\n" in text


def test_a_result_that_a_test_leaves_alone_is_said_so() -> None:
    weights = replace(HEAD, wants={"weights": HEAD.wants["weights"]})
    text = told(weights, raised("failed", "ValueError", "shapes"))
    assert "  out: not looked at by this test\n  weights: an array of shape" in text


def test_not_started_is_a_skip_of_one_line() -> None:
    with pytest.raises(pytest.skip.Exception) as skip:
        expect(Answers(raised("not_started", "NotImplementedError")), [ONE])
    assert str(skip.value) == "not started: softmax, read exercises/softmax.md"


@pytest.mark.parametrize(("trouble", "calls"), [("failed", 3), ("timed_out", 1), ("crashed", 1)])
def test_which_failures_end_the_loop(
    trouble: str, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "diagnose", lambda *_, **__: None)
    submission = Answers(raised(trouble, "ValueError"))
    with pytest.raises(pytest.fail.Exception):
        expect(submission, [ONE] * 3)
    assert submission.calls == calls


def test_a_fault_of_the_grader_is_not_a_failure() -> None:
    with pytest.raises(ZeroDivisionError):
        expect(Answers(ZeroDivisionError()), [ONE])


def zeroes_its_input(x: Any) -> Any:
    x[...] = 0
    return HALVES


def test_changed_inputs() -> None:
    expect(Answers(zeroes_its_input), [ONE])
    text = told(ONE, zeroes_its_input, unchanged=True)
    assert text.startswith("softmax(x): changed its input x\n")
    assert "came back\n  x = [[0 0]\n       [0 0]]\n" in text
    assert "It also changed its input x." in told(ONE, lambda x: zeroes_its_input(x) * 2)
    assert ONE.args["x"].tolist() == [[0, 0], [1, 1]]


def test_only_the_results_asked_for_are_compared() -> None:
    wrong_weights = ([1, 0], [9.0, 9.0])
    expect(Answers(wrong_weights), [TOP], results=["sources"])
    assert "weights: wrong values" in told(TOP, wrong_weights, results=["weights"])
    expect(Answers((None, [0.8, 0.7])), [top_sources(A).gives(weights=[0.8, 0.7])])


TIED = top_sources([[0.5, 0.5 - 1e-10], [0.2, 0.8]]).gives(sources=[0, 1], weights=[0.5, 0.8])
ROUGH = top_sources(np.array([[0.5, 0.5 - 5e-7], [0.2, 0.8]], dtype=np.float32)).gives(
    sources=[0, 1], weights=[0.5, 0.8]
)
NEAR = top_sources([[0.5, 0.5 - 5e-7], [0.2, 0.8]]).gives(sources=[0, 1], weights=[0.5, 0.8])


@pytest.mark.parametrize("case", [TIED, ROUGH])
def test_ties_go_either_way(case: Case) -> None:
    expect(Answers(([0, 1], [0.5, 0.8])), [case])
    expect(Answers(([1, 1], [0.5, 0.8])), [case])


def test_what_is_no_tie() -> None:
    assert "sources: wrong indices" in told(NEAR, ([1, 1], [0.5, 0.8]))


@pytest.mark.parametrize("turn", [np.float32, np.asarray, lambda x: x.tolist(), np.asfortranarray])
def test_both_sides_of_the_tolerance(turn: Callable[[Any], Any]) -> None:
    expect(Answers(turn(HALVES + 1.4e-5)), [ONE])
    assert "wrong values" in told(ONE, turn(HALVES + 1.6e-5))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-3.0, "-3"),
        (1 / 3, "0.3333"),
        (0.5, "0.5"),
        (1e-4, "1.00e-04"),
        (123456.5, "1.23e+05"),
        (1e300, "1.00e+300"),
        (np.nan, "nan"),
        (-np.inf, "-inf"),
    ],
)
def test_numbers(value: float, text: str) -> None:
    assert number(value) == text


def test_arrays_are_printed_in_our_own_way() -> None:
    with np.printoptions(precision=1, threshold=1):
        assert show(np.array([[1, 0.25], [-10, 1 / 3]])) == "[[     1 0.2500]\n [   -10 0.3333]]"


def test_of_a_large_array_the_row_in_question() -> None:
    text = show(np.arange(100).reshape(5, 2, 10), near=(3, 1, 9))
    assert text == "shape (5, 2, 10), of which [3, 1, :] is\n[70 71 72 73 74 75 76 77 ...]"
