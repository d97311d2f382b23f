"""The scorecard for GitHub Classroom's reporter: one line of base64, and nothing else.

`classroom-resources/autograding-grading-reporter` reads two scores out of it: its notices add
up the rows' `score`, its table takes the share of rows that passed. Both are right if every row
is worth the same, so a test of three points is three rows. (The table divides before it
multiplies: of 100 points it shows 29 as 28.9999999, and 7, 14, 28, 55 to 58 alike.)

The reporter prints a row's name as it is, then its `line_no`, then `test_code` if there is one;
`message` only for a status that we never give. So rows have a name and a line.
"""

from __future__ import annotations

import base64
import json
from math import gcd

from grader.plain import log_safe
from grader.scorecard import ExerciseResult, Scorecard, TestResult

ROOM = 70_000  # bytes of JSON; a value of more than 128 KiB cannot be handed to a step
ROW = 64  # bytes of a row without its name
Row = dict[str, str | int]


def render(card: Scorecard) -> str:
    """Return the line; nothing for a card without a mark, since every value would become one."""
    if card.status == "not_graded":
        return ""
    tests = [(exercise, test) for exercise in card.exercises for test in exercise.tests]
    step = gcd(*(test.max_points for _, test in tests)) or 1
    count = sum(test.max_points // step for _, test in tests)
    longest = max(0, ROOM // max(count, 1) - ROW) // 4  # a character has up to four bytes
    value = {
        "version": 1,
        "status": "pass" if card.points == card.max_points else "fail",
        "max_score": card.max_points,
        "tests": [row for pair in tests for row in _rows(*pair, step, longest)],
    }
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(text.encode()).decode() + "\n"


def _rows(exercise: ExerciseResult, test: TestResult, step: int, longest: int) -> list[Row]:
    count = test.max_points // step
    title = f"{exercise.function}: {test.title}"
    rows: list[Row] = []
    for number in range(1, count + 1):
        more = f" ({number} of {count})" if count > 1 else ""
        name = " ".join(log_safe(title, 1000, 1000).split())[: max(0, longest - len(more))] + more
        earned = number * step <= test.points
        rows.append(
            {
                "name": name,
                "status": "pass" if earned else "fail",
                "score": step if earned else 0,
                "line_no": test.line or 0,
            }
        )
    return rows
