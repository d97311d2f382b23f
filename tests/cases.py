"""What the suites are made of: a call, its expected results, and when an answer is right.

A right answer passes by any road. Only a wrong one is looked at closely, from the first rung
on: numbers at all, shape, finite, shares, values.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.show import at, in_words, number, show

Array = npt.NDArray[Any]
TOLERANCE = 1e-5  # absolute and relative: a solution that computes in float32 passes
TIE = 1e-9  # values this close are a tie, and either index is right
TIE_FLOAT32 = 1e-6
SUM_TOLERANCE = 1e-3  # only chooses the words for an answer that is wrong anyway


@dataclass(frozen=True)
class Fault:
    """What is wrong with a result, where, and what to look at."""

    what: str
    near: tuple[Any, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class Function:
    """An exercise as its tests see it. Calling it makes a case."""

    name: str
    takes: str
    results: tuple[Numbers | Places, ...]

    def __call__(self, *args: Any, **options: Any) -> Case:
        names = [part.split("=")[0].strip() for part in self.takes.split(",")]
        return Case(self, dict(zip(names, map(_frozen, args), strict=False)), options, {})


@dataclass(frozen=True)
class Case:
    """A call and its results. The arrays are shared and read-only; every call gets copies."""

    function: Function
    args: dict[str, Array]
    options: dict[str, Any]
    wants: dict[str, Array]

    def gives(self, *wants: Any, **named: Any) -> Case:
        """The same call with results, in order or by name; those not stated go uncompared."""
        names = [result.name for result in self.function.results]
        every = dict(zip(names, wants, strict=False)) | named
        return replace(self, wants={name: _frozen(want) for name, want in every.items()})

    @property
    def call(self) -> str:
        """The call as a student types it."""
        options = [f"{key}={value}" for key, value in self.options.items()]
        return f"{self.function.name}({', '.join([*self.args, *options])})"

    @cached_property
    def shown(self) -> dict[str, str]:
        """The arguments as a failure prints them; made once, for a grader prints them often."""
        return {name: show(array) for name, array in self.args.items()}


@dataclass(frozen=True)
class Numbers:
    """A result compared by value; `shares` are never negative and sum to 1 along `axis`."""

    name: str
    shares: bool = False

    def right(self, value: object, case: Case) -> bool:
        """Whether the value passes."""
        got, want = numbers(value), case.wants[self.name]
        if isinstance(got, str) or got.shape != want.shape:
            return False
        if got.dtype.kind in "iu":
            got = got.astype(float)  # the difference of two whole numbers could wrap around
        return bool((np.abs(got - want) <= TOLERANCE + TOLERANCE * np.abs(want)).all())

    def fault(self, value: object, case: Case) -> Fault:
        """The first rung on which a wrong value fails."""
        got, want = numbers(value), case.wants[self.name]
        if isinstance(got, str):
            return Fault(got)
        if got.shape != want.shape:
            return Fault(f"shape {got.shape}, expected {want.shape}")
        broken = tuple(np.argwhere(~np.isfinite(got))[:1].ravel())
        if not np.isfinite(got).all():
            return Fault(f"{at(broken)} is {number(got[broken])}, not a finite number", broken)
        gaps = np.abs(got - want)
        worst = _largest(gaps)
        hint = (
            f"largest difference {number(gaps[worst])}, at {at(worst)}: "
            f"got {float(got[worst]):.8g}, expected {float(want[worst]):.8g}"
        )
        if show(got, worst) == show(want, worst):
            hint += (
                "\nThey differ only behind the digits printed. Is a number cut short or rounded on "
                "the way? 2.718, say, is not quite e."
            )
        return Fault(self._no_shares(got, case) or "wrong values", worst, hint)

    def _no_shares(self, got: Array, case: Case) -> str:
        if not self.shares:
            return ""
        low = _largest(-got)
        if got[low] < -TOLERANCE:
            return f"shares are never negative, but {at(low)} is {number(got[low])}"
        axis = case.options.get("axis", -1)
        sums = got.sum(axis=axis, keepdims=True)
        worst = _largest(np.abs(sums - 1))
        if abs(sums[worst] - 1) <= SUM_TOLERANCE:
            return ""
        line: list[Any] = list(worst)
        line[axis] = slice(None)
        return f"{at(line)} sums to {number(sums[worst])}, not to 1"


@dataclass(frozen=True)
class Places:
    """Indices, right where what they point at ties with what is expected.

    `among` names the argument or the result that they point into, along its last axis.
    """

    name: str
    among: str

    def right(self, value: object, case: Case) -> bool:
        """Whether the value passes."""
        got = numbers(value)
        if isinstance(got, str) or not self._fits(got, case):
            return False
        pointed, wanted = self._values(got, case), self._values(case.wants[self.name], case)
        single = any(array.dtype == np.float32 for array in case.args.values())
        tie = TIE_FLOAT32 if single else TIE
        return pointed is not None and bool((np.abs(pointed - wanted) <= tie).all())

    def fault(self, value: object, case: Case) -> Fault:
        """The first rung on which a wrong value fails."""
        got, want = numbers(value), case.wants[self.name]
        if isinstance(got, str):
            return Fault(got)
        if not self._fits(got, case):
            return Fault(f"shape {got.shape}, expected {want.shape or 'one index'}")
        pointed, wanted = self._values(got, case), self._values(want, case)
        if pointed is None:
            last = self._among(case).shape[-1] - 1
            odd = got[~_places(got, last + 1)][0]
            return Fault(f"{number(odd)} is not a position (whole numbers 0 to {last})")
        worst = _largest(np.abs(pointed - wanted))
        hint = (
            f"{self.name}{at(worst) if worst else ''}: "
            f"got {int(got.reshape(want.shape)[worst])}, where {self.among} is "
            f"{number(pointed[worst])}; expected {int(want[worst])}, where it is "
            f"{number(wanted[worst])}"
        )
        return Fault("wrong index" if want.ndim == 0 else "wrong indices", worst, hint)

    def _fits(self, got: Array, case: Case) -> bool:
        shape = case.wants[self.name].shape
        return got.shape == shape or (shape == () and got.size == 1)

    def _among(self, case: Case) -> Array:
        return case.wants[self.among] if self.among in case.wants else case.args[self.among]

    def _values(self, index: Array, case: Case) -> Any:
        """What the indices point at, or None where one is not whole or out of range."""
        among = self._among(case)
        if not _places(index, among.shape[-1]).all():
            return None
        where = index.astype(int).reshape((*among.shape[:-1], 1))
        return np.take_along_axis(among, where, axis=-1)[..., 0]


def numbers(value: object) -> Array | str:
    """The value as an array of numbers, or what it is instead."""
    if value is None:
        return "None, where numbers are expected"
    try:
        got = np.asarray(value)
    except Exception:  # whatever a value's own conversion raises
        return f"{in_words(value)}, which makes no array: are its rows equally long?"
    if got.dtype.kind in "iuf":
        return got
    if got.dtype.kind == "O" or isinstance(value, (str, bytes)):
        return f"{in_words(value)}, where numbers are expected"
    return f"{got.dtype.name} values, where numbers are expected"


def _places(index: Array, size: int) -> Array:
    """Which of the numbers are positions on an axis of that size."""
    places: Array = (index >= 0) & (index < size) & (index == np.floor(index))
    return places


def _frozen(value: Any) -> Array:
    array = np.array(value)
    array.setflags(write=False)
    return array


def _largest(array: Array) -> tuple[Any, ...]:
    return np.unravel_index(int(array.argmax()), array.shape)


softmax = Function("softmax", "x, axis=-1", (Numbers("shares", shares=True),))
self_attention = Function(
    "self_attention", "X, Wq, Wk, Wv", (Numbers("out"), Numbers("weights", shares=True))
)
top_sources = Function("top_sources", "A", (Places("sources", among="A"), Numbers("weights")))
row_focus = Function(
    "row_focus",
    "A",
    (Numbers("focus"), Places("most_focused", "focus"), Places("most_diffuse", "focus")),
)
nudge_positions = Function("nudge_positions", "X, step=0.3", (Numbers("nudged"),))
