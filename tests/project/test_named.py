"""A known mistake in a test's message: its words, once, and what is noted of it."""

# A wrong function may ignore what it is given.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.cases import Case
from tests.checks import expect
from tests.diagnosis import catalogue
from tests.project.test_suites import AtHand
from tests.project.variants import FUNCTIONS, WRONG
from tests.public.test_nudge_positions import BY_HALF
from tests.public.test_softmax import AXES, HUGE, ROWS

KNOWN = {one.id: one for one in catalogue()}
Called = Callable[..., Any]


def told(cases: list[Case], unchanged: bool = False, **wrong: Called) -> str:
    with pytest.raises(pytest.fail.Exception) as failure:
        expect(AtHand(FUNCTIONS | wrong), cases, unchanged=unchanged)
    return str(failure.value)


def test_the_message_and_the_notes(request: pytest.FixtureRequest) -> None:
    wrong = WRONG["softmax"]["A6 shift by the max of everything"]
    with np.errstate(all="ignore"):
        text = told(HUGE, softmax=wrong)
    known = KNOWN["softmax-global-shift"]
    words = f"This looks like a known mistake: {known.title}. {known.words}"
    assert words in " ".join(text.split())
    assert text.index("expected") < text.index("This looks like") < text.index("inputs right")
    assert all(len(line) <= 80 for line in text.splitlines())
    notes = [("misconception", known.id), ("advice", words)]
    assert request.node.user_properties == notes


def test_a_name_explains_the_call_that_failed() -> None:
    """A fixed axis is no reason why huge scores overflow in a call that names no axis."""

    def fixed_axis(x: Any, axis: int = -1) -> Any:
        return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)

    with np.errstate(all="ignore"):
        assert KNOWN["softmax-ignores-axis"].title in told(AXES, softmax=fixed_axis)
        assert KNOWN["softmax-no-shift"].title in told(HUGE, softmax=fixed_axis)
        assert KNOWN["softmax-ignores-axis"].title not in told(HUGE, softmax=fixed_axis)


def test_a_run_explains_a_mistake_once() -> None:
    submission = AtHand(
        FUNCTIONS | {"softmax": WRONG["softmax"]["A1 one sum over the whole array"]}
    )
    submission.told = set()  # type: ignore[attr-defined]
    said = []
    for _ in range(2):
        with pytest.raises(pytest.fail.Exception) as failure:
            expect(submission, [ROWS])
        said.append(str(failure.value))
    title = KNOWN["softmax-over-everything"].title
    assert f"This looks like a known mistake: {title}. Where" in " ".join(said[0].split())
    assert f"The same mistake as above: {title}.\n" in said[1]


def test_no_name_no_notes(request: pytest.FixtureRequest) -> None:
    assert "known mistake" not in told([ROWS], softmax=WRONG["softmax"]["absolute value"])
    assert request.node.user_properties == []


def test_changed_inputs_are_named() -> None:
    text = told([BY_HALF], unchanged=True, nudge_positions=WRONG["nudge_positions"]["changes X"])
    assert KNOWN["nudge-overwrites"].title in text
