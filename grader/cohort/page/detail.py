"""What the page's data holds of each student, as lines of JSON.

Texts that many share, such as messages, are written once: the lines of a block are texts and
students, and a student names a text by its place among the texts (0 is the empty one).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from grader.cohort.page.figures import Figures, notes_of
from grader.plain import inert
from grader.roll import Roll, Row
from grader.scorecard import ExerciseResult

WORDS, PRINTED, NAME = 2500, 4000, 200  # characters
_SAFE = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
Pool = dict[bytes, int]


def safe_json(value: object) -> str:
    """Return `value` as JSON that no part of can end a script element, nor be anything but data."""
    return json.dumps(value, separators=(",", ":")).translate(_SAFE)


def about(roll: Roll, figures: Figures, apart: dict[int, list[str]]) -> dict[str, Any]:
    """What the script needs at once: names, findings, and the words of the rubric."""
    by_name = {student.username: place for place, student in enumerate(figures.students)}
    return {
        "people": [
            [line.number, *(inert(text, NAME) for text in _names(figures, line.place))]
            for line in figures.lines
        ],
        "findings": [
            [
                one.kind,
                by_name.get(one.username, -1),
                inert(one.text, WORDS),
                inert(one.username, NAME),
            ]
            for one in roll.findings
        ],
        "apart": {place: [inert(note, WORDS) for note in notes] for place, notes in apart.items()},
        "exercises": list(zip(figures.functions, figures.worth, strict=True)),
        "mistakes": [[one.title, one.exercise] for one in figures.mistakes],
        "tests": [[one.title, one.suite, one.points] for one in figures.trials.values()],
        "questions": roll.rubric.questions,
        "most": figures.most,
    }


def _names(figures: Figures, place: int) -> list[str]:
    one = figures.students[place]
    return [
        one.username,
        one.name,
        one.first_name,
        one.last_name,
        one.email,
        one.github_id,
        one.section,
    ]


def lines(roll: Roll, figures: Figures, apart: dict[int, list[str]]) -> Iterator[str]:
    """Yield the lines of the block, and put the notes of the rows set apart into `apart`."""
    pool: Pool = {}
    tests = {name: place for place, name in enumerate(figures.trials)}
    for place, row in enumerate(roll.rows()):
        fresh: list[str] = []
        found = _student(row, figures.lines[place].mistakes, tests, pool, fresh)
        if place in figures.apart:
            apart[place] = notes_of(row)
        yield from map(safe_json, fresh)
        yield safe_json(found)


def _student(
    row: Row, mistakes: list[int], tests: dict[str, int], pool: Pool, fresh: list[str]
) -> dict[str, Any]:
    def told(text: str, limit: int = WORDS) -> int:
        # A digest stands for the text, so that memory does not grow with what students print.
        text = inert(text, limit)
        name = blake2b(text.encode(), digest_size=16).digest()
        if text and name not in pool:
            pool[name] = len(pool) + 1
            fresh.append(text)
        return pool.get(name, 0)

    def exercise(one: ExerciseResult, left: Iterator[int]) -> list[Any]:
        lost = [
            [tests[test.id], test.outcome, told(test.detail or test.message)]
            for test in one.tests
            if test.outcome != "passed"
        ]
        mistake = next(left) if one.status == "failed" else -1
        return [one.status, one.points, mistake, told(one.message), one.helped, lost]

    card = row.card if row.status == "graded" else None
    left = iter(mistakes)
    return {
        "status": row.status,
        "points": card.points if card else None,
        "late": row.late,
        "seconds": row.seconds,
        "where": [inert(text, NAME) for text in (row.path, row.commit, row.committed_at)],
        "notes": [told(note) for note in notes_of(row)],
        "answers": {name: told(text, PRINTED) for name, text in card.answers.items()}
        if card
        else {},
        "printed": [told(card.printed, PRINTED), told(card.printed_hidden, PRINTED)]
        if card
        else [],
        "exercises": [exercise(one, left) for one in card.exercises] if card else [],
    }
