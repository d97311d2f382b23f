"""Small inputs on which known mistakes give known wrong answers, each different.

They are tried in stages: the first stage with a wrong answer says most, and the later ones
are not looked at. So a softmax that fails on tables is recognised whatever it does with
huge scores. What is right here can be worked out by hand, as in the public tests.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tests.cases import Case, nudge_positions, row_focus, self_attention, softmax, top_sources


class Stage(NamedTuple):
    """Calls that are looked at together: their results, or whether inputs stay as they were."""

    cases: dict[str, Case]
    inputs: bool = False


TABLE, SQUARE = np.log([[1.0, 2.0, 5.0], [4.0, 0.25, 2.0]]), np.log([[1.0, 3.0], [5.0, 2.0]])
TABLES = {
    "table": softmax(TABLE).gives([[1 / 8, 1 / 4, 5 / 8], [16 / 25, 1 / 25, 8 / 25]]),
    "table, axis=0": softmax(TABLE, axis=0).gives([[1 / 5, 8 / 9, 5 / 7], [4 / 5, 1 / 9, 2 / 7]]),
    "square": softmax(SQUARE).gives([[1 / 4, 3 / 4], [5 / 7, 2 / 7]]),
    "square, axis=0": softmax(SQUARE, axis=0).gives([[1 / 6, 3 / 5], [5 / 6, 2 / 5]]),
}
LESS, MORE = 0.26894142, 0.73105858  # the shares of two scores that are one apart
FAR_SCORES = {
    "high": softmax([[1200.0, 1201]]).gives([[LESS, MORE]]),
    "low": softmax([[-1200.0, -1201]]).gives([[MORE, LESS]]),
    "rather high": softmax([[704.0, 705]]).gives([[LESS, MORE]]),
    "rather low": softmax([[-400.0, -401]]).gives([[MORE, LESS]]),
    "all low": softmax([[-1300.0, -1301], [-1200, -1201]]).gives([[MORE, LESS], [MORE, LESS]]),
    "high under small": softmax([[2.0, 1], [1200, 1201]]).gives([[MORE, LESS], [LESS, MORE]]),
    "small under low": softmax([[-1200.0, -1201], [2, 1]]).gives([[MORE, LESS], [MORE, LESS]]),
    "gap": softmax([[0.0, 1000]]).gives([[0, 1]]),
    "wide gap": softmax([[0.0, 2400]]).gives([[0, 1]]),
    "wide gap, three scores": softmax([[3000.0, 0, 0]]).gives([[1, 0, 0]]),
}
COUNTS = {
    "equal counts": softmax(np.array([[2, 2], [0, 0]])).gives([[0.5, 0.5], [0.5, 0.5]]),
    "unequal counts": softmax(np.array([[3, 2], [0, 1]])).gives([[MORE, LESS], [LESS, MORE]]),
    "counts, axis=0": softmax(np.array([[3, 1], [3, 1]]), axis=0).gives([[0.5, 0.5], [0.5, 0.5]]),
    "unequal counts, axis=0": softmax(np.array([[4, 1], [3, 2]]), axis=0).gives(
        [[MORE, LESS], [LESS, MORE]]
    ),
}


def _head(X: Any, powers: Any, Wk: Any, Wv: Any) -> Case:
    """A head whose queries, after the division, hold the logarithms of `powers`."""
    logs = np.log(np.array(powers, dtype=float))
    return self_attention(np.array(X, float), np.sqrt(logs.shape[1]) * logs, Wk, Wv)


FIVE, FOUR = np.eye(5), np.eye(4)
ALL_SIZES_DIFFER = _head(
    FIVE[[[0, 1, 2], [3, 4, 1]]],
    [[2, 6, 12, 4], [2, 7, 1, 2], [15, 3, 12, 9], [1, 5, 2, 4], [2, 6, 1, 3]],
    FIVE[:, :4],
    [[10, 0, 0, 20], [0, 10, 0, 30], [20, 0, 10, 0], [0, 40, 0, 10], [50, 0, 20, 0]],
).gives(
    out=[
        [[13, 3, 6, 11], [4, 7, 1, 25], [13, 1, 4, 13]],
        [[5, 21, 2, 19], [5, 18, 2, 21], [5, 15, 2, 23]],
    ],
    weights=[
        [[0.1, 0.3, 0.6], [0.2, 0.7, 0.1], [0.5, 0.1, 0.4]],
        [[0.4, 0.1, 0.5], [0.3, 0.1, 0.6], [0.2, 0.1, 0.7]],
    ],
)
T_IS_HS = _head(
    FOUR[[[1, 0, 2], [3, 2, 0]]],
    [[3, 1, 6], [5, 2, 3], [7, 1, 2], [4, 2, 5]],
    FOUR[:, :3],
    [[10, 0, 20], [0, 30, 0], [0, 10, 40], [50, 0, 10]],
).gives(
    out=[[[5, 9, 22], [3, 9, 30], [7, 5, 22]], [[9, 5, 29], [12, 2, 23], [8, 6, 31]]],
    weights=[
        [[0.2, 0.5, 0.3], [0.1, 0.3, 0.6], [0.1, 0.7, 0.2]],
        [[0.1, 0.5, 0.4], [0.1, 0.2, 0.7], [0.1, 0.6, 0.3]],
    ],
)
ALL_SIZES_EQUAL = _head(
    [[[1, 0], [0, 1]], [[1, 1], [0, 1]]],
    [[21, 4], [3 / 7, 1.5]],
    [[1.0, 0], [1, 1]],
    [[10.0, 30], [20, 0]],
).gives(
    out=[[[18, 6], [16, 12]], [[29, 27], [23, 9]]],
    weights=[[[0.2, 0.8], [0.4, 0.6]], [[0.9, 0.1], [0.3, 0.7]]],
)
ONE_SEQUENCE = _head(
    [[[1, 0, 0], [0, 1, 1]]],
    [[3, 7, 1, 5], [2, 1, 1, 3], [3, 2, 2, 1]],
    FOUR[:3],
    [[10.0, 0, 20, 0], [0, 10, 0, 30], [40, 0, 0, 10]],
).gives(out=[[[31, 7, 6, 28], [22, 4, 12, 16]]], weights=[[[0.3, 0.7], [0.6, 0.4]]])
HEADS = {
    "all sizes differ": ALL_SIZES_DIFFER,
    "T is hs": T_IS_HS,
    "all sizes equal": ALL_SIZES_EQUAL,
    "one sequence": ONE_SEQUENCE,
}


def _tiny(X: Any, Wq: Any) -> Case:
    return self_attention(np.array(X), np.array(Wq), np.array([[1]]), np.array([[1]]))


EQUAL = [[[0.5, 0.5], [0.5, 0.5]]]
FAR_HEADS = {
    "high": _tiny([[[1.0], [2]]], [[1200.0]]).gives([[[2], [2]]], [[[0, 1], [0, 1]]]),
    "low": _tiny([[[1.0], [2]]], [[-1200.0]]).gives([[[1], [1]]], [[[1, 0], [1, 0]]]),
}
WHOLE_HEADS = {
    "counts": _tiny([[[1], [2]]], [[0]]).gives([[[1.5], [1.5]]], EQUAL),
    "larger counts": _tiny([[[7], [4]]], [[0]]).gives([[[5.5], [5.5]]], EQUAL),
}

THREE = np.array([[0.48, 0.07, 0.45], [0.57, 0.25, 0.18], [0.02, 0.62, 0.36]])
FOURS = np.array([[48, 32, 1, 19], [57, 14, 17, 12], [45, 29, 1, 25], [41, 49, 8, 2]]) / 100
FIVES = np.array(
    [
        *([6, 5, 6, 47, 36], [17, 25, 52, 2, 4], [17, 13, 15, 51, 4]),
        *([2, 41, 4, 50, 3], [9, 1, 15, 65, 10]),
    ]
)
LATE = np.array([[0.31, 0.25, 0.44], [0.1, 0.15, 0.75], [0.01, 0.46, 0.53]])
TIES = np.array([[0.4, 0.2, 0.4], [0.3, 0.4, 0.3], [0.1, 0.4, 0.5]])
ALL_TIED = np.full((2, 2), 0.5)
MATRICES = {
    "three": top_sources(THREE).gives([0, 0, 1], [0.48, 0.57, 0.62]),
    "four": top_sources(FOURS).gives([0, 0, 0, 1], [0.48, 0.57, 0.45, 0.49]),
    "late": top_sources(LATE).gives([2, 2, 2], [0.44, 0.75, 0.53]),
    "five": top_sources(FIVES / 100).gives([3, 2, 3, 3, 3], [0.47, 0.52, 0.51, 0.5, 0.65]),
}
TIED = {
    "ties": top_sources(TIES).gives([0, 1, 2], [0.4, 0.4, 0.5]),
    "all tied": top_sources(ALL_TIED).gives([0, 0], [0.5, 0.5]),
}
ROWS = {
    "three": row_focus(THREE).gives([0.48, 0.57, 0.62], 2, 0),
    "four": row_focus(FOURS).gives([0.48, 0.57, 0.45, 0.49], 1, 2),
    "late": row_focus(LATE).gives([0.44, 0.75, 0.53], 1, 0),
    "five": row_focus(FIVES / 100).gives([0.47, 0.52, 0.51, 0.5, 0.65], 4, 0),
}
TIED_ROWS = {
    "ties": row_focus(TIES).gives([0.4, 0.4, 0.5], 2, 0),
    "all tied": row_focus(ALL_TIED).gives([0.5, 0.5], 0, 0),
}

PAIRS = np.array([[[3, 0], [1, 4], [5, 9]], [[2, 6], [7, 0], [8, 1]]])
BLOCK = np.array([[[4, 1, 0], [2, 7, 5], [3, 8, 6]]])
LONG = np.array([[[1, 5], [2, 0], [7, 3], [4, 6]]])
BY_HALF = nudge_positions(PAIRS * 1.0, step=0.5).gives(
    [[[3, 0], [1.5, 4.5], [6, 10]], [[2, 6], [7.5, 0.5], [9, 2]]]
)
BY_DEFAULT = nudge_positions(PAIRS * 1.0).gives(
    [[[3, 0], [1.3, 4.3], [5.6, 9.6]], [[2, 6], [7.3, 0.3], [8.6, 1.6]]]
)
BACK_BY_TWO = nudge_positions(BLOCK * 1.0, step=-2.0).gives([[[4, 1, 0], [0, 5, 3], [-1, 4, 2]]])
FOUR_STEPS = nudge_positions(LONG * 1.0, step=0.5).gives([[[1, 5], [2.5, 0.5], [8, 4], [5.5, 7.5]]])
NUDGES = {
    "pairs, step=0.5": BY_HALF,
    "pairs": BY_DEFAULT,
    "block, step=-2": BACK_BY_TWO,
    "long, step=0.5": FOUR_STEPS,
    "block": nudge_positions(BLOCK * 1.0).gives([[[4, 1, 0], [2.3, 7.3, 5.3], [3.6, 8.6, 6.6]]]),
}
WHOLE_NUDGES = {
    "whole pairs": nudge_positions(PAIRS, step=0.5).gives(BY_HALF.wants["nudged"]),
    "whole pairs, default": nudge_positions(PAIRS).gives(BY_DEFAULT.wants["nudged"]),
}

STAGES = {
    "softmax": [Stage(TABLES), Stage(FAR_SCORES), Stage(TABLES, inputs=True), Stage(COUNTS)],
    "self_attention": [
        *(Stage(HEADS), Stage(FAR_HEADS), Stage(HEADS, inputs=True), Stage(WHOLE_HEADS))
    ],
    "top_sources": [Stage(MATRICES), Stage(TIED), Stage(MATRICES, inputs=True)],
    "row_focus": [Stage(ROWS), Stage(TIED_ROWS), Stage(ROWS, inputs=True)],
    "nudge_positions": [Stage(NUDGES), Stage(NUDGES, inputs=True), Stage(WHOLE_NUDGES)],
}
