"""Every number on the pages, worked out: sentences with gaps, and what belongs into the gaps.

The sentences hold no digit themselves. So a number on a page is computed here, with the reference
or the lesson, or it is an input that other numbers of its page are computed from.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from solutions.pictures import EMBEDDINGS, FOCUS, HALF, SCORES, SOURCES, fraction
from solutions.reference import nudge_positions, row_focus, self_attention, softmax, top_sources
from starter import lesson

ROOT = Path(__file__).resolve().parents[2]
A = self_attention(lesson.X, lesson.Wq, lesson.Wk, lesson.Wv)[1][0]
STEP = inspect.signature(nudge_positions).parameters["step"].default
SPACES = [place for place, char in enumerate(lesson.SLICE) if char == " "]
HUGE = 10_000
# Facts of counting and of shares, the same on all pages.
FROM, LAST, WHOLE = 0, 1, 1
assert np.arange(3)[[0, -1]].tolist() == [FROM, 3 - LAST]
assert softmax(SCORES).sum(axis=-1).round(12).tolist() == [WHOLE, WHOLE]
for accepts in (softmax, top_sources, row_focus):
    accepts(np.ones((WHOLE, WHOLE)))
STEPS = ("Make an environment", "Install numpy", "Run the tests")
Sentence = tuple[Any, ...]


def dec(places: int, *values: Any) -> list[str]:
    """Numbers with so many decimals."""
    return [f"{value:.{places}f}" for each in values for value in np.ravel(each)]


def num(*values: Any) -> list[str]:
    """Numbers as short as they go."""
    return [f"{value:g}" for each in values for value in np.ravel(each)]


def frac(*values: Any) -> list[str]:
    """Numbers as fractions in lowest terms."""
    return [fraction(value) for each in values for value in np.ravel(each)]


def log(times: int, *values: Any) -> list[str]:
    """Numbers as so many times the logarithm of a whole one."""
    wholes = [np.exp(value / times) for each in values for value in np.ravel(each)]
    assert np.allclose(wholes, np.round(wholes))
    factor = f"{times} " if times > 1 else ""
    return [f"{factor}log {whole:.0f}" if whole > 1 else "0" for whole in wholes]


def over(whole: int, *values: Any) -> list[str]:
    """Numbers as fractions of so many parts."""
    parts = [value * whole for each in values for value in np.ravel(each)]
    assert np.allclose(parts, np.round(parts))
    return [f"{part:.0f}/{whole}" for part in parts]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def gaps(count: int) -> str:
    return " ".join(["{}"] * count)


def page_lesson() -> list[Sentence]:
    _, most_focused, most_diffuse = row_focus(A)
    sources, _ = top_sources(A)
    [p] = np.flatnonzero(np.bincount(sources) == np.bincount(sources).max())
    assert lesson.SLICE[p] == "p"
    assert np.flatnonzero(np.diag(A) > 0.5).tolist() == [lesson.SLICE.index("m")]
    sums = A.sum(axis=0)
    return [
        ("ten positions, {} to {}", FROM, lesson.T - LAST),
        ("(positions {} and {}) get the number {}", *SPACES, lesson.IDS[SPACES[0]]),
        (f"a m p k {gaps(lesson.T)} Each number", *lesson.IDS),
        ("stands for {} random numbers", lesson.C),
        ("row {}, the p, as most focused, {} on the m", most_focused, *dec(2, A[most_focused, 6])),
        ("row {}, the h, as most diffuse, {} on each space", most_diffuse, *dec(2, A[1, 3])),
        ("Every row shares out exactly {}", *num(A.sum(axis=1).round(9).max())),
        ("Row {} is *focused*: the `p` takes nearly everything, {}", p, *dec(2, A[p, 6])),
        ("Row {} is *diffuse*", most_diffuse),
        ("between the two spaces, {} each", *dec(2, A[most_diffuse, SPACES[1]])),
        ("Row {} lies between: {} for the `p`", FROM, *dec(2, A[0, p])),
        ("column {} sums to {}, column {} to {}", p, *dec(2, sums[p]), 0, *dec(2, sums[0])),
        (f"t h e l a m p k {gaps(lesson.T)} Only the `m`", *dec(2, np.diag(A))),
        ("own text prints {} for position {}", *dec(2, A[8, 7]), 8),
        ("is {} > (`A[{}, {}]` is {})", *dec(2, A[8, 8]), 8, 8, *dec(4, A[8, 8])),
        ("{} is its neighbour, `A[{}, {}]`", *dec(2, A[8, 7]), 8, 7),
        ("`t` gives {} to the `p`: `A[{}, {}]`", *dec(2, A[0, 7]), 0, 7),
        ("`p` gives {} to the `t`: `A[{}, {}]`", *dec(2, A[7, 0]), 7, 0),
        ("`max|A - A.T|`, is {}", *dec(4, abs(A - A.T).max())),
        ("Rows {} and {} are the same", *SPACES),
        ("and give {} points", FROM),
        ("Column {}, the `p`: rows {}, {}, {} and {} all", p, *np.flatnonzero(sources == p)),
    ]


def page_softmax() -> list[Sentence]:
    powers, first = np.exp(SCORES[0]), softmax(SCORES[0])
    rows, columns = softmax(SCORES), softmax(SCORES, axis=0)
    moved, far, shares = 7, np.array([600, 600 + np.log(3)]), np.array([0.2, 0.4])
    ratio = shares[1] / shares[0]
    assert np.allclose(softmax(SCORES + moved), rows)
    assert softmax(np.array([HUGE, -HUGE])).tolist() == [1, 0]
    too_large = 1000
    with np.errstate(over="ignore"):
        assert np.exp(float(too_large)) == np.inf
    return [
        ("scores log {}, log {}, log {} (natural", *num(powers)),
        ("power of log {} is {}, so", *num(powers[1], np.exp(np.log(4)))),
        ("so the powers are {}, {}, {}. Their total is {}", *num(powers, powers.sum())),
        ("The shares are {}, {}, {}", *over(10, first)),
        ("np.log([[{}, {}, {}], [{}, {}, {}]])", *num(np.exp(SCORES))),
        (f"{gaps(3)} axis= {gaps(9)} ![", *frac(rows[0], columns[0], rows[1], columns[1])),
        ("add {} to every score", moved),
        ("e to the power of {}, and so", moved),
        ("e to the power of {} is too large", too_large),
        ("together they make {}", WHOLE),
        ("Scores of {} and -{} give", HUGE, HUGE),
        ("scores {}, {}, {}?", 2, 2, 2),
        ("> {} each. Equal scores", *frac(softmax(np.array([2, 2, 2]))[0])),
        ("shares of {} and {} + log {}", *num(far[0], far[0], np.exp(far[1] - far[0]))),
        ("> {} and {}, the same as for {} and log {}", *frac(softmax(far)), 0, 3),
        ("Two shares are {} and {}", *num(shares)),
        ("by log {}, about {}", *num(ratio), *dec(2, np.log(ratio))),
        ("`({}, {})` divided by `({},)`", *SCORES.shape, SCORES.shape[0]),
        ("only powers of {}, and {} / {} is `nan`", *num(np.exp(np.full(3, -1e4)))),
        ("then {} and {} get the same", 1200, 1201),
        ("largest power e to the power of {}", *num(np.log(WHOLE))),
        ("the axis with length {}", rows.sum(axis=1, keepdims=True).shape[1]),
    ]  # fmt: skip


def page_self_attention() -> list[Sentence]:
    X, hs = np.eye(2)[np.newaxis], 4
    Wq = 2 * np.log([[1.0, 3, 1, 1], [2.0, 1, 1, 1]])
    Wk, Wv = np.eye(2, hs), np.array([[12.0, 0, 4, 0], [0, 24, 4, 0]])
    out, weights = (result[0] for result in self_attention(X, Wq, Wk, Wv))
    scores = (X @ Wq @ (X @ Wk).swapaxes(1, 2))[0]
    scaled = scores / np.sqrt(hs)
    powers, unscaled = np.exp(scaled[0]), softmax(scores)[0]
    self_attention(np.ones((1, 1, 1)), *np.ones((3, 1, 1)))
    pair, four = "{} and {}", "{}, {}, {}, {}"
    row = f"{{}} {four} {four} {four}"
    of = [[str(i), *log(2, Wq[i]), *num(Wk[i], Wv[i])] for i in range(2)]
    return [
        ("Row {} of X and column {} of Wq make number {} of query {}", 0, 1, 1, 0),
        ("query {} and key {} make row {}, column {} of", 0, 2, 0, 2),
        ("row {} of the weights and all values make row {}", 0, 0),
        ("T = C = {}, hs = {}. The embeddings are", X.shape[1], hs),
        ("are ({}, {}) and ({}, {}), so each", *num(X)),
        (f"value {row} {row}", *of[0], *of[1]),
        ("position {} position {} dot products", *range(2)),
        (f"with keys {pair} {pair} {pair} div", *range(2), *log(2, scores)),
        (f"the root of {{}} {pair} {pair} powers", hs, *log(1, scaled)),
        (f"powers of e {pair} {pair} weights", *num(np.exp(scaled))),
        (f"weights {pair} {pair} output", *frac(weights)),
        (f"output {four} {four} The", *num(out)),
        ("The output {} is {} of {}", *num(out[0, 0]), *frac(weights[0, 0]), *num(Wv[0, 0])),
        ("plus {} of {}", *frac(weights[0, 1]), *num(Wv[1, 0])),
        ("Any size may be {}", WHOLE),
        ("weights of position {} be without", 0),
        (f"> {pair}. The powers would be {pair}: the odds", *frac(unscaled), *num(powers**2)),
        (f"Here {pair}. No rule", *frac(weights.sum(axis=0))),
        ("a fixed {} stands in the code", FROM),
    ]


def page_top_sources() -> list[Sentence]:
    sources, weights = top_sources(SOURCES)
    tied = np.flatnonzero(np.isclose(A, A.max(axis=1, keepdims=True), rtol=0, atol=1e-9).sum(1) > 1)
    row, tie = np.array([0.1, 0.8, 0.1]), np.array([0.4, 0.2, 0.4])
    both = np.flatnonzero(tie == tie.max())
    assert np.bincount(top_sources(A)[0]).max() == 4
    return [
        (f"key {{}} key {{}} key {{}} {' '.join(['row {} {} {} {}'] * 3)}", *range(3), *(
            word for i in range(3) for word in [i, *over(10, SOURCES[i])]
        )),
        ("`sources` is {}, {}, {} and `weights` is {}, {}, {}", *sources, *num(weights)),
        ("Down the columns you would find {}, {}, {}", *SOURCES.argmax(axis=0)),
        ("Row {} of a matrix is {}, {}, {}. What is the source of position {}",
         row.argmax(), *num(row), row.argmax()),
        ("Position {} itself", row.argmax()),
        ("A row is {}, {}, {}. Is its source {} or {}", *num(tie), *both),
        ("in rows {} and {}: the two spaces, {} and {}", *tied, *SPACES),
        ("lesson's slice four positions look most at the `p`",),
        ("finger on row {} of the example", 0),
        ("axis is that, {} or {}", *range(SOURCES.ndim)),
    ]  # fmt: skip


def page_row_focus() -> list[Sentence]:
    focus, most_focused, most_diffuse = row_focus(FOCUS)
    columns, even = FOCUS.max(axis=0), np.full(4, 1 / 4)
    lines = [[i, *over(100, FOCUS[i], focus[i])] for i in range(3)]
    return [
        ("smallest it can be is {}/T", WHOLE),
        ("Near {}, the row", WHOLE),
        *(("row {} {} {} {} {}", *line) for line in lines),
        ("key {} key {} key {} focus", *range(3)),
        ("`focus` is {}, {}, {}. The largest is in row {}, so `most_focused` is {}",
         *dec(2, focus), most_focused, most_focused),
        ("in row {}, so `most_diffuse` is {}", most_diffuse, most_diffuse),
        ("Row {} has the longest, {}, and", most_focused, *dec(2, focus.max())),
        ("row {} has {}, a little less than row {}", most_diffuse, *dec(2, focus.min()), 0),
        ("Row {} is a close", most_diffuse),
        ("Still row {} is the more diffuse", most_diffuse),
        ("two keys, row {} at three", 0),
        ("A row is {}, {}, {}, {}. What", *frac(even)),
        ("> {}. No: if all four were below {}, they could not make {}", *frac(even[:2]), WHOLE),
        ("numbers of the columns are {}, {} and {}", *dec(2, columns)),
        ("would say {} and {} instead of {} and {}", columns.argmax(), columns.argmin(),
         most_focused, most_diffuse),
        ("The diagonal of the example is {}, {}, {}", *dec(2, np.diag(FOCUS))),
        ("{}, where its row, {}, is asked for", *dec(2, focus.max()), most_focused),
        ("a matrix of {} rows? Which axis has to disappear from ({}, {})", 3, *FOCUS.shape),
    ]  # fmt: skip


def page_nudge_positions() -> list[Sentence]:
    [before] = EMBEDDINGS
    [after] = nudge_positions(EMBEDDINGS, step=HALF)
    shifts = nudge_positions(np.zeros((1, 3, 1)))[0]
    moved = self_attention(nudge_positions(lesson.X), lesson.Wq, lesson.Wk, lesson.Wv)[1][0]
    gap = abs(moved[SPACES[0]] - moved[SPACES[1]]).max()
    assert (moved.max(axis=1) > 0.99).sum() > lesson.T / 2
    assert dec(2, moved[SPACES[0]]) == dec(2, moved[SPACES[1]])
    lines = [[t, *num(before[t]), *frac(t * HALF), *num(after[t])] for t in range(3)]
    return [
        ("all numbers of position {} stay, those of position {} grow by one `step`, those of "
         "position {} by two", *range(3)),
        ("a step of {}: ", *frac(HALF)),
        *(("position {} {} {} {} {} {}", *line) for line in lines),
        *((words, FROM) for words in ("starts again at position {}", "position {} moves. -")),
        ("In both, position {} has moved by {}, position {} by {} and position {} by {}",
         *(word for t in range(3) for word in [t, *frac(t * HALF)])),
        ("`step`, which is {} if nothing is said. It may be {} or negative", STEP, 0),
        ("T = {}, step = {}", 3, STEP),
        ("> {} to position {}, {} to position {}, {} to position {}",
         *(word for t in range(3) for word in [*num(shifts[t]), t])),
        ("Position {} does not move", FROM),
        ("shifts; {} is one of them", *num(shifts[0])),
        ("rows {} and {}", *SPACES),
        ("By about {} at most", *dec(4, gap)),
        ("{} stands in the code", STEP),
        ("no room for {}. Numbers", STEP),
        ("a {} then never moves", *num(0 * after[0, 0])),
        ("shifts for T = {}", 4),
        ("Why does ({}, {}) fit where ({},) does not", 3, 1, 3),
    ]  # fmt: skip


def page_of_the_release() -> list[Sentence]:
    rubric = json.loads(read("grading.json"))
    tests = [test for exercise in rubric["exercises"] for test in exercise["tests"]]
    public = sum(test["points"] for test in tests if test["suite"] == "public")
    every, exercises = rubric["points"], len(rubric["exercises"])
    oldest = re.search(r'requires-python = ">=([\d.]+)"', read("pyproject.toml"))
    assert oldest
    return [
        ("You need Python {} or newer", oldest[1]),
        *((f"**{{}}. {words}", step) for step, words in enumerate(STEPS, start=1)),
        *((words, 1) for words in ("the second line of step {}", "in this terminal (step {})")),
        ("So {} of {} points is a red run too", 87, every),
        ("stopped after {} seconds", rubric["limits"]["test_seconds"]),
        ("(also T = {})", WHOLE),
        *((words, FROM) for words in ("step of {} or below", "tests fail: {} points")),
        ("`{} of {} public points, {} not started`", 0, public, exercises),
        ("There are {} points", every),
        ("are worth {}; hidden tests are worth the other {}", public, every - public),
    ]


# Sentences that stand on several pages, in this or that form.
COMMON: list[Sentence] = [
    ("sums to {}", WHOLE),
    ("sum to {}", WHOLE),
    ("from {} to T-{}", FROM, LAST),
    ("beyond T-{}", LAST),
    ("T may be {}", WHOLE),
    ("counted from {}", WHOLE),  # a mistake's name
]
PAGES = {
    "exercises/README.md": page_lesson,
    "exercises/softmax.md": page_softmax,
    "exercises/self_attention.md": page_self_attention,
    "exercises/top_sources.md": page_top_sources,
    "exercises/row_focus.md": page_row_focus,
    "exercises/nudge_positions.md": page_nudge_positions,
    ".release/README.md": page_of_the_release,
}
