"""The student's module inside the worker: imported from bytes, called, its arguments watched."""

from __future__ import annotations

import ast
import errno
import importlib
import importlib.util
import linecache
import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from traceback import walk_tb
from types import ModuleType
from typing import Any

from numpy import ndarray

from grader import wire

NO_TEXT = "(this is no plain text: look into the file)"
ALLOWED = sys.stdlib_module_names | {"numpy", "__main__"}
_REFUSALS = (errno.EPERM, errno.EACCES)
_LACKING = (
    ": graders have numpy, Python's standard library and the files of the exercise, nothing else. "
    "Take that import out, or put it between try: and except ImportError:"
)


class Sources:
    """Finds the submission's modules in memory, and keeps out what graders do not have."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self._paths = {module_name(path): path for path in files}
        # The folders are packages even where no __init__.py came along.
        self._packages = {
            name[:dot] for name in self._paths for dot in range(len(name)) if name[dot] == "."
        }
        for path, source in files.items():
            with suppress(SyntaxError, UnicodeError, LookupError):  # the import will tell
                lines = importlib.util.decode_source(source).splitlines(keepends=True)
                linecache.cache[path] = (len(source), None, lines, path)

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Find the submission's own, leave to Python what is allowed, deny that there is more."""
        if fullname in self._paths or fullname in self._packages:
            is_package = fullname in self._packages
            # importlib.abc would load much for its Loader
            return ModuleSpec(fullname, self, is_package=is_package)  # type: ignore[arg-type]
        # The standard library keeps its build settings in a module whose name depends on it.
        if fullname.partition(".")[0] in ALLOWED or fullname.startswith("_sysconfigdata"):
            return None
        raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python to make the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's source, if it has one."""
        path = self._paths.get(module.__name__)
        if path is not None:
            module.__file__ = path
            exec(compile(self.files[path], path, "exec", dont_inherit=True), module.__dict__)


@dataclass
class Student:
    """One submission: its answers, its module, its functions."""

    read: wire.Read
    confined: bool
    module: ModuleType | None = None

    def __post_init__(self) -> None:
        self.main = self.read.main
        sys.argv[:] = sys.orig_argv[:] = [self.main]
        sys.meta_path.insert(0, Sources(self.read.sources))

    def answers(self) -> wire.Answers:
        """The strings that stand in the source under the names asked for. Runs nothing."""
        found: dict[str, str] = {}
        # The import will say what is wrong, and give the warnings.
        with suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for node in ast.parse(self.read.sources[self.main]).body if self.read.questions else ():
                if isinstance(node, (ast.Assign, ast.AnnAssign)):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    names = {target.id for target in targets if isinstance(target, ast.Name)}
                    for name in names & {*self.read.questions}:
                        found[name] = wire.clean(_text_of(node.value), wire.MAX_ANSWER)
        return wire.Answers(found)

    def load(self, patches: Mapping[str, str]) -> wire.Returned | wire.Raised:
        """Import the main module and put working functions in place of the student's own."""
        try:
            self.module = importlib.import_module(module_name(self.main))
            for name, source in patches.items():
                patch(vars(self.module), name, source)
        except BaseException as error:
            return self._raised(error, "import", "")
        return wire.Returned(None, {})

    def call(self, request: wire.Call) -> wire.Returned | wire.Raised:
        """Call a function with copies of the arguments; tell which of them it changed."""
        sent = [*request.args, *request.kwargs.values()]
        positional = len(request.args)
        try:
            given = [wire.unpack(value) for value in sent]
            function = getattr(self.module, request.function, None)
            if not callable(function):
                text = f"{self.main} has no function named {request.function}"
                return wire.Raised("failed", "AttributeError", text, None, "import")
            # Views, so that an array that is given another shape is still found changed.
            kept = [value[...] if isinstance(value, ndarray) else value for value in given]
            keywords = dict(zip(request.kwargs, given[positional:], strict=True))
            value = wire.pack(function(*given[:positional], **keywords))
            return wire.Returned(value, _changed(sent, kept))
        except BaseException as error:
            return self._raised(error, "call", request.function)

    def _raised(self, error: BaseException, during: wire.During, function: str) -> wire.Raised:
        """Say what an exception was and where it left the main file, whatever its class does.

        A NotImplementedError that `function`, which was called, raised itself means "not started".
        """
        kind: wire.Kind = "out_of_memory" if issubclass(type(error), MemoryError) else "failed"
        try:
            line = raised_by = None
            for frame, number in walk_tb(error.__traceback__):
                if frame.f_code.co_filename == self.main:
                    line, raised_by = number, frame.f_code.co_name
            name, text = wire.type_name(error), wire.clean(str(error))
            if isinstance(error, MemoryError):
                kind, name = "out_of_memory", "MemoryError"  # and not one of numpy's own kinds
            elif isinstance(error, SystemExit):
                code = 0 if error.code is None else error.code
                name, status = "SystemExit", code & 255 if isinstance(code, int) else 1
                text = wire.ended_itself(status)
            elif isinstance(error, NotImplementedError) and raised_by == function:
                kind = "not_started"
            elif self.confined and isinstance(error, OSError) and error.errno in _REFUSALS:
                kind = "forbidden"
            elif isinstance(error, SyntaxError) and error.filename == self.main and error.lineno:
                line = error.lineno
                source = linecache.getline(self.main, line).strip()
                text = f"{error.msg}: {source}"
            elif isinstance(error, ModuleNotFoundError):
                text += _LACKING
            elif isinstance(error, EOFError) and text == "EOF when reading a line":
                text = "input() waits for a keyboard, and graders have none: take input() out"
            return wire.Raised(kind, name, wire.clean(text), line, during)
        except BaseException:
            text = "an error that cannot be described"
            return wire.Raised(kind, "Exception", text, None, during)


def module_name(path: str) -> str:
    """`folder/file.py` is `folder.file`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def patch(names: dict[str, Any], name: str, source: str) -> None:
    """Put the function that `source` defines wherever `names` holds the old one."""
    own: dict[str, Any] = {"__name__": f"working_{name}"}
    exec(compile(source, f"<working {name}>", "exec", dont_inherit=True), own)
    old = names.get(name)
    if callable(old):
        names.update({key: own[name] for key, value in names.items() if value is old})
    names[name] = own[name]


def _text_of(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _text_of(node.left) + _text_of(node.right)
    return NO_TEXT


def _changed(sent: Sequence[wire.One], given: Sequence[Any]) -> dict[int, wire.Array]:
    changed = {}
    for place, (before, array) in enumerate(zip(sent, given, strict=True)):
        if isinstance(before, wire.Array) and array.tobytes() != before.data:
            after = wire.pack(array)
            if isinstance(after, wire.Array) and after.fits(before):
                changed[place] = after
    return changed
