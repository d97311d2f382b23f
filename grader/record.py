"""What a slot hands over about one submission, and how it reads, test by test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

Kind = Literal[
    "failed", "not_started", "timed_out", "out_of_memory", "crashed", "forbidden", "not_reached"
]


class RecordFault(Exception):
    """The record cannot be turned into points: a fault of the grader, never of the student."""


class Record(Struct):
    """The pytest-json-report document of the run, then that of the follow-through if any."""

    reports: list[dict[str, Any]]
    answers: dict[str, str]
    printed: str
    printed_hidden: str
    notes: list[str]


class Trouble(Struct, frozen=True):
    """How the first call of a test that did not answer ended: the engine's word for it."""

    kind: Kind
    type_name: str = ""
    text: str = ""
    line: int | None = None
    during: Literal["import", "call"] = "call"


class _Metadata(Struct):
    trouble: Trouble | None = None


class _Phase(Struct):
    longrepr: str = ""


class Item(Struct):
    """One pytest item of a report. Several items with one id are the parameters of one test."""

    nodeid: str
    outcome: Literal["passed", "failed", "skipped", "error", "xfailed", "xpassed"]
    metadata: _Metadata = msgspec.field(default_factory=_Metadata)
    user_properties: list[dict[str, Any]] = []
    setup: _Phase | None = None
    call: _Phase | None = None
    teardown: _Phase | None = None

    @property
    def passed(self) -> bool:
        """True on positive evidence only: a skip or an expected failure is no pass."""
        return self.outcome == "passed"

    @property
    def kind(self) -> Kind:
        """The outcome word of an item that did not pass."""
        return self.metadata.trouble.kind if self.metadata.trouble else "failed"

    @property
    def parameter(self) -> str:
        """The "[...]" part of the id, or ""."""
        return self.nodeid[len(self.nodeid.partition("[")[0]) :]

    @property
    def said(self) -> str:
        """What the test itself said; a skip's text would be a place in the grader's files."""
        phases = (self.setup, self.call, self.teardown)
        texts = [phase.longrepr.strip() for phase in phases if phase is not None]
        return "" if self.outcome == "skipped" else "\n".join(filter(None, texts))

    @property
    def all_said(self) -> str:
        """All that is known about the item, for the instructor."""
        trouble, lines = self.metadata.trouble, [self.parameter, self.said]
        if trouble is not None and (not trouble.text or trouble.text not in self.said):
            where = "" if trouble.line is None else f" in line {trouble.line}"
            lines.append(f"{trouble.type_name or trouble.kind}{where}: {trouble.text}")
        return "\n".join(filter(None, lines))

    def noted(self, name: str) -> list[str]:
        """The values that the test recorded under `name`."""
        return [str(entry[name]) for entry in self.user_properties if name in entry]


class _Report(Struct):
    tests: list[Item]


def items_by_test(report: Mapping[str, Any], listed: list[str]) -> dict[str, list[Item]]:
    """Group a report's items under the listed ids. Raises RecordFault where it holds others."""
    try:
        items = msgspec.convert(report, _Report).tests
    except msgspec.ValidationError as error:
        raise RecordFault(f"the record of the tests is not as it should be: {error}") from error
    found: dict[str, list[Item]] = {}
    for item in items:
        group = found.setdefault(item.nodeid.partition("[")[0], [])
        if any(item.nodeid == other.nodeid for other in group):
            raise RecordFault(f"the record holds {item.nodeid} twice")
        group.append(item)
    strangers = [name for name in found if name not in listed]
    if strangers:
        raise RecordFault(f"the record holds a test that is not listed: {strangers[0]}")
    return found
