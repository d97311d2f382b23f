"""The store: every scorecard of a class, safe on disk before the next one is waited for.

One SQLite file in the output folder. A scorecard is kept by what was graded and what graded
it, so a run that was stopped finds what it had done, and a changed submission or a changed
suite is graded anew. The entries are those of the latest run alone.

Each scorecard is one transaction in a write-ahead log that is flushed at its end (synchronous
FULL): after a power cut the file holds all that was kept before. The log is not shared between
processes (exclusive locking), which also works on a network's disk and keeps a second run out.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import msgspec
from msgspec import structs

from grader.roll import CannotGradeClass, Row
from grader.scorecard import Scorecard

NAME = "grades.sqlite"
FORMAT = 1
_APPLICATION = 0x47524144  # "GRAD": tells our file from any other program's
_LAYOUT = f"""
BEGIN;
CREATE TABLE scorecards (
    submission TEXT, suite TEXT, card BLOB, seconds REAL, PRIMARY KEY (submission, suite));
CREATE TABLE entries (place INTEGER PRIMARY KEY, entry BLOB, submission TEXT);
CREATE TABLE faults (submission TEXT PRIMARY KEY, reason TEXT);
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {FORMAT};
COMMIT;
"""
_ROWS = """
SELECT entry, entries.submission, card, seconds, reason FROM entries
LEFT JOIN scorecards ON scorecards.submission = entries.submission AND suite = ?
LEFT JOIN faults ON faults.submission = entries.submission
ORDER BY place
"""
_ON = "No grade is lost: the same command then goes on where it was."


class CannotStore(CannotGradeClass):
    """The store cannot be used. Says what to do; what it held is still there."""


class Store(AbstractContextManager["Store"]):
    """The scorecards in `folder`, for one suite digest. Raises CannotStore, also when opened."""

    def __init__(self, folder: Path, suite_digest: str) -> None:
        self._path = folder / NAME
        self._suite = suite_digest
        self._entry = msgspec.json.Decoder(Row)
        self._card = msgspec.json.Decoder(Scorecard)
        with self._told():
            self._base = sqlite3.connect(self._path, isolation_level=None, timeout=1)
        try:
            with self._told():
                self._open()
        except BaseException:
            self._base.close()
            raise

    def begin(self) -> None:
        """Forget the entries of the run before, and what could not be graded then."""
        with self._told():
            self._base.executescript("BEGIN; DELETE FROM entries; DELETE FROM faults; COMMIT;")

    def enter(self, place: int, entry: Row, submission: str | None) -> None:
        """Note who stands at `place` of the class list, and the digest of what is to be graded."""
        values = (place, msgspec.json.encode(entry), submission)
        self._write("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", values)

    def holds(self, submission: str) -> bool:
        """Whether this submission has its scorecard of this suite."""
        query = "SELECT 1 FROM scorecards WHERE submission = ? AND suite = ?"
        with self._told():
            return self._base.execute(query, (submission, self._suite)).fetchone() is not None

    def keep(self, submission: str, card: bytes, seconds: float) -> None:
        """Keep a scorecard, as JSON. It is on disk when this returns."""
        values = (submission, self._suite, zlib.compress(card, 1), seconds)
        self._write("INSERT OR REPLACE INTO scorecards VALUES (?, ?, ?, ?)", values, "FULL")

    def fault(self, submission: str, reason: str) -> None:
        """Note why this submission was not graded. The next run tries it again."""
        self._write("INSERT OR REPLACE INTO faults VALUES (?, ?)", (submission, reason))

    def rows(self) -> Iterator[Row]:
        """The rows of this run, in order, one in memory at a time."""
        with self._told():
            for found in self._base.execute(_ROWS, (self._suite,)):
                yield self._row(*found)

    def close(self) -> None:
        """Bring the log into the file and let go of it."""
        self._base.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(
        self, statement: str, values: tuple[object, ...], synchronous: str = "NORMAL"
    ) -> None:
        """Write one line. NORMAL does not wait for the disk: the next run finds it out again."""
        with self._told():
            self._base.execute(f"PRAGMA synchronous = {synchronous}")
            self._base.execute(statement, values)

    def _row(
        self,
        entry: bytes,
        submission: str | None,
        card: bytes | None,
        seconds: float | None,
        reason: str | None,
    ) -> Row:
        row = self._entry.decode(entry)
        if submission is None:
            return row
        if card is not None:
            scorecard = self._card.decode(zlib.decompress(card))
            return structs.replace(row, status="graded", card=scorecard, seconds=seconds)
        why = reason or "Its turn did not come in this run."
        return structs.replace(row, status="not_graded", notes=[*row.notes, why])

    def _open(self) -> None:
        ask = self._base.execute
        ask("PRAGMA locking_mode = EXCLUSIVE")
        ask("BEGIN EXCLUSIVE")  # takes the lock before anything is read or changed
        ask("COMMIT")
        (application,) = ask("PRAGMA application_id").fetchone()
        (version,) = ask("PRAGMA user_version").fetchone()
        (tables,) = ask("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != _APPLICATION:
            raise CannotStore(
                f"{self._path} belongs to another program: give another --output folder."
            )
        if version > FORMAT:
            raise CannotStore(
                f"{self._path} was written by a newer grader: grade with that one, or give "
                "another --output folder."
            )
        ask("PRAGMA journal_mode = WAL")
        if not tables:
            self._base.executescript(_LAYOUT)
        (state,) = ask("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise sqlite3.DatabaseError(state)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite says into what to do."""
        try:
            yield
        except sqlite3.OperationalError as error:
            said = str(error)
            if "locked" in said:
                mend = "another `grade class` is writing there. Wait until it is done."
            elif "full" in said:
                mend = f"its disk is full. Make room. {_ON}"
            else:
                mend = f"{said}. See that its folder can be written to. {_ON}"
            raise CannotStore(f"{self._path} cannot be written: {mend}") from error
        except (sqlite3.DatabaseError, zlib.error, msgspec.DecodeError) as error:
            raise CannotStore(
                f"{self._path} is damaged ({error}). Give another --output folder and the class "
                "is graded anew; nothing that students handed in was touched."
            ) from error
