"""Classroom 50's result.json (`classroom50/result/v1`), as its runner and its collector read it.

A row is named "function: title"; names are unique in a result, and a public test's name is the
same whether hidden tests ran or not. Beside the four fields of the contract each row has

    suite           "public" or "hidden"
    outcome         the outcome word, as in the scorecard
    suite-digest    begins the scorecard's `grader.public_digest`: where a regrade has the
                    same one, both ran the same public tests in the same engine
    submission-digest    begins the scorecard's `submission.digest`: what was graded

Messages are not in it: all submissions of a class go into one scores.json. The student reads
them in the release body. Whoever owns the repository can forge each field.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping
from typing import Any

from grader.reports import json
from grader.scorecard import Scorecard, TestResult

SCHEMA = "classroom50/result/v1"
DIGITS = 16  # of a digest: enough to tell one from another


def render(card: Scorecard, env: Mapping[str, str] = os.environ) -> str:
    """Return result.json; `env` is what Classroom 50's runner sets.

    Without a mark it has no rows, which Classroom 50 counts as an error of the grader.
    """
    now = datetime.datetime.now(datetime.timezone.utc)
    commit = env.get("COMMIT_URL", "")
    result = {
        "schema": SCHEMA,
        "classroom": env.get("CLASSROOM", ""),
        "assignment": env.get("ASSIGNMENT", ""),
        "assignment_type": env.get("ASSIGNMENT_TYPE") or "individual",
        "owner": env.get("OWNER") or env.get("USERNAME", ""),
        "submission": env.get("SUBMISSION_TAG", ""),
        "commit": commit,
        "release": env.get("RELEASE_URL", ""),
        "review": env.get("REVIEW_URL") or commit,
        # The runner puts the commit's own time here.
        "datetime": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": card.points or 0,
        "max-score": card.max_points or 0,
        "tests": [_row(card, name, test) for name, test in named(card).items()],
    }
    return json.render(result)


def named(card: Scorecard) -> dict[str, TestResult]:
    """The tests by the names of their rows, public ones first."""
    tests = [
        (f"{exercise.function}: {test.title}", test)
        for suite in ("public", "hidden")
        for exercise in card.exercises
        for test in exercise.tests
        if test.suite == suite
    ]
    rows: dict[str, TestResult] = {}
    for title, test in tests:
        name, number = title, 1
        while name in rows:
            number += 1
            name = f"{title} ({number})"
        rows[name] = test
    return rows


def _row(card: Scorecard, name: str, test: TestResult) -> dict[str, Any]:
    return {
        "test-name": name,
        "passed": test.outcome == "passed",
        "score": test.points,
        "max-score": test.max_points,
        "suite": test.suite,
        "outcome": test.outcome,
        **digests(card),
    }


def digests(card: Scorecard) -> dict[str, str]:
    """What each row says of the suite and of the submission."""
    suite = (card.grader or {}).get("public_digest", "")
    submission = card.submission.digest if card.submission else ""
    return {"suite-digest": suite[:DIGITS], "submission-digest": submission[:DIGITS]}
