"""A student's own `pytest`: their functions are called here, in pytest's process.

So `breakpoint()` works, on any system. Graders call them elsewhere, through the same fixture.
"""

from __future__ import annotations

import ast
import bdb
import importlib
import linecache
import os
import sys
import threading
import time
import tokenize
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

import pytest

FILE = "starter/attention.py"
KNOWN = {*sys.stdlib_module_names, "numpy"}  # packages that graders have
PATIENCE = 5.0  # seconds of one call, after which the watch says where it is


class CallError(Exception):
    """A call that brought back no value; the grader's has the same attributes."""

    def __init__(
        self,
        kind: str,
        type_name: str,
        text: str,
        line: int | None,
        during: str = "call",
        inside: str = "",
    ) -> None:
        super().__init__(text)
        self.kind, self.type_name, self.text = kind, type_name, text[:1000]
        self.line, self.during = line, during
        self.inside = inside if inside.isidentifier() else ""  # the function with that line
        self.source = _text(line)[:60] if during == "call" else ""


class Local:
    """Imports the student's file once, and calls its functions."""

    def __init__(self, terminal: int | None) -> None:
        self.watch = Watch(terminal)
        self.memo: dict[str, object] = {}  # what tests keep about these functions
        self.told: set[str] = set()  # the mistakes that have been explained
        self.broken = False  # whether the file cannot be imported
        self._module: ModuleType | CallError | None = None

    @pytest.fixture
    def submission(self) -> Local:
        """The student's functions."""
        return self

    def call(self, name: str, *args: object, **kwargs: object) -> Any:
        """Call a function by name. Raises CallError where no value comes back."""
        if self._module is None:
            self._module = self._imported()
        if isinstance(self._module, CallError):
            trouble, self.broken = self._module, True
            again = "The first failure above says why."
            self._module = CallError(trouble.kind, "", again, None, "import")
            raise trouble
        function = getattr(self._module, name, None)
        if not callable(function):
            text = f"{FILE} has no function named {name}"
            raise CallError("failed", "AttributeError", text, None, "import")
        try:
            with self.watch.over(name):
                return function(*args, **kwargs)
        except (KeyboardInterrupt, pytest.exit.Exception, bdb.BdbQuit):
            raise
        except BaseException as error:
            raise failure(error, "call", name) from None

    def _imported(self) -> ModuleType | CallError:
        try:
            with self.watch.over(f"the import of {FILE}"):
                return importlib.import_module("starter.attention")
        except (KeyboardInterrupt, pytest.exit.Exception, bdb.BdbQuit):
            raise
        except BaseException as error:
            return failure(error, "import")


def failure(error: BaseException, during: str, function: str = "") -> CallError:
    """What a student's code raised, as data: the outcome, and the student's own line."""
    kind, type_name, text = "failed", type(error).__name__, str(error)
    raised_by, line = _innermost(error.__traceback__)
    if isinstance(error, SyntaxError) and _is_theirs(error.filename or ""):
        line, text = error.lineno, f"{error.msg}: {(error.text or '').strip()}"
    elif isinstance(error, ModuleNotFoundError) and error.name == "starter.attention":
        type_name, text = "FileNotFoundError", f"there is no {FILE}: put it back"
    elif isinstance(error, SystemExit):
        code = error.code
        status = 0 if code is None else code if isinstance(code, int) else 1
        text = f"the program ended itself with exit status {status}"
    elif isinstance(error, EOFError) or "reading from stdin" in text:
        type_name, text = "EOFError", "input() waits for a keyboard, and graders have none"
    elif isinstance(error, MemoryError):
        kind = "out_of_memory"
    elif isinstance(error, NotImplementedError) and during == "call" and raised_by == function:
        kind = "not_started"
    return CallError(kind, type_name, text, line, during, raised_by)


def _is_theirs(filename: str) -> bool:
    return filename.replace("\\", "/").endswith(FILE)


def _innermost(trace: TracebackType | None) -> tuple[str, int | None]:
    """The function and the line of the innermost frame in the student's file."""
    found: tuple[str, int | None] = ("", None)
    while trace is not None:
        code = trace.tb_frame.f_code
        if _is_theirs(code.co_filename):
            found = (code.co_name, trace.tb_lineno)
        trace = trace.tb_next
    return found


class Watch:
    """Says on the terminal where a call is that does not end; capturing would hide it."""

    def __init__(self, terminal: int | None) -> None:
        self.stopped = ""
        self._terminal = terminal
        self._running: tuple[str, float] | None = None
        self._thread: threading.Thread | None = None
        self._main = threading.get_ident()

    @contextmanager
    def over(self, name: str) -> Iterator[None]:
        """Watch a call; where Ctrl+C ends it, keep where that was."""
        if self._thread is None and self._terminal is not None:
            self._thread = threading.Thread(target=self._look, daemon=True)
            self._thread.start()
        self._running = (name, time.monotonic())
        try:
            yield
        except KeyboardInterrupt as error:
            line = _innermost(error.__traceback__)[1]
            self.stopped = f"You stopped {name}{_source(line)}"
            raise
        finally:
            self._running = None

    def _look(self) -> None:
        told = None
        while self._terminal is not None:
            time.sleep(PATIENCE / 10)
            running = self._running
            if running is None or running is told or time.monotonic() - running[1] < PATIENCE:
                continue
            frame = sys._current_frames().get(self._main)
            inner = []
            while frame is not None and not _is_theirs(frame.f_code.co_filename):
                inner.append(frame.f_globals.get("__name__"))
                frame = frame.f_back
            if "bdb" in inner or "pdb" in inner:
                continue  # at a breakpoint
            told = running
            where = _source(frame.f_lineno if frame else None)
            text = f"\n{running[0]} has been running for {PATIENCE:g} s{where}\nCtrl+C stops it.\n"
            os.write(self._terminal, text.encode("ascii", "replace"))


def _source(line: int | None) -> str:
    return f"\n  {FILE}, line {line}: {_text(line)[:40]}" if line else ""


def _text(line: int | None) -> str:
    path = Path(__file__).parents[1] / FILE
    return linecache.getline(str(path), line).strip() if line else ""


def unknown_imports(path: Path) -> Iterator[str]:
    """Warn of what the student's file imports and graders do not have."""
    try:
        with tokenize.open(path) as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return  # the tests say so
    for node in _unguarded(tree):
        for name in _imported(node):
            if name not in ("starter", "starter.lesson") and name.split(".")[0] not in KNOWN:
                yield (
                    f"Take out the import of {name} ({FILE}, line {node.lineno}).\n"
                    "Graders do not have it: there the file would not load and earn nothing.\n"
                    "They have numpy, Python's standard library and starter.lesson."
                )


def _unguarded(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports whose failure nothing catches, and that are not for a run as a program."""
    skipped: list[ast.stmt] = []
    if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
        skipped = node.body
    elif isinstance(node, ast.Try):
        caught = " ".join(ast.unparse(handler.type) for handler in node.handlers if handler.type)
        bare = any(handler.type is None for handler in node.handlers)
        if bare or any(name in caught for name in ("ImportError", "ModuleNotFound", "Exception")):
            skipped = node.body
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)) and child not in skipped:
            yield child
        elif child not in skipped:
            yield from _unguarded(child)


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    module = ".".join(filter(None, ["starter" if node.level else "", node.module]))
    return [f"starter.{alias.name}" for alias in node.names] if module == "starter" else [module]
