"""The student's module inside the worker: imported from bytes, called, its arguments watched."""

from __future__ import annotations

import ast
import importlib
import importlib.machinery
import importlib.util
import linecache
import sys
import warnings
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from grader import values, wire
from grader.worker.trouble import describe

ALLOWED = sys.stdlib_module_names | {"numpy", "__main__"}


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
            linecache.cache[path] = (len(source), None, _lines(source), path)

    def find_spec(self, fullname: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        """Find a module of the submission, or leave one that is allowed to Python.

        Raises ModuleNotFoundError for any other, as if it were not installed.
        """
        if fullname in self._paths or fullname in self._packages:
            return importlib.machinery.ModuleSpec(
                fullname,
                self,  # type: ignore[arg-type]  # importlib.abc would load much for its Loader
                origin=self._paths.get(fullname),
                is_package=fullname in self._packages,
            )
        top = fullname.partition(".")[0]
        # The standard library keeps its build settings in a module whose name depends on it.
        if top in ALLOWED or top.startswith("_sysconfigdata") or top in self._packages:
            return None
        raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Leave it to Python to make the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's source, if it has one."""
        path = self._paths.get(module.__name__)
        if path is not None:
            module.__file__ = path
            exec(compile(self.files[path], path, "exec", dont_inherit=True), module.__dict__)


class Student:
    """One submission: its answers, its module, its functions."""

    def __init__(self, read: wire.Read, *, confined: bool) -> None:
        self._main = read.main
        self._confined = confined
        self._module: ModuleType | None = None
        self._read = read
        sys.argv[:] = [read.main]
        sys.meta_path.insert(0, Sources(read.sources))

    def answers(self) -> wire.Answers:
        """The strings that stand in the source under the names asked for. Runs nothing."""
        try:
            with warnings.catch_warnings():  # the import will give them
                warnings.simplefilter("ignore")
                body = ast.parse(self._read.sources[self._main]).body
        except Exception:  # the import will say what is wrong
            return wire.Answers({})
        found = {}
        for statement in body:
            if isinstance(statement, ast.Assign):
                targets, value = statement.targets, statement.value
            elif isinstance(statement, ast.AnnAssign) and statement.value:
                targets, value = [statement.target], statement.value
            else:
                continue
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                names = {target.id for target in targets if isinstance(target, ast.Name)}
                for name in names & set(self._read.questions):
                    found[name] = values.clean(value.value, wire.MAX_ANSWER)
        return wire.Answers(found)

    def load(self, patches: Mapping[str, str]) -> wire.Imported | wire.Raised:
        """Import the main module and put working functions in place of the student's own."""
        try:
            self._module = importlib.import_module(module_name(self._main))
            for name, source in patches.items():
                patch(vars(self._module), name, source)
        except BaseException as error:
            return describe(error, self._main, "import", confined=self._confined)
        return wire.Imported()

    def call(self, request: wire.Call) -> wire.Returned | wire.Raised:
        """Call a function with copies of the arguments; tell which of them it changed."""
        sent = [*request.args, *request.kwargs.values()]
        positional = len(request.args)
        try:
            given = [values.unpack(value) for value in sent]
            function = getattr(self._module, request.function, None)
            if not callable(function):
                text = f"{self._main} has no function named {request.function}"
                return wire.Raised("failed", "AttributeError", text, None, "import")
            keywords = dict(zip(request.kwargs, given[positional:], strict=True))
            value = values.pack(function(*given[:positional], **keywords))
            return wire.Returned(value, _changed(sent, given))
        except BaseException as error:
            return describe(error, self._main, "call", request.function, confined=self._confined)


def module_name(path: str) -> str:
    """`starter/attention.py` is `starter.attention`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def patch(names: dict[str, Any], name: str, source: str) -> None:
    """Put the function that `source` defines wherever `names` holds the old one."""
    own: dict[str, Any] = {"__name__": f"working_{name}"}
    exec(compile(source, f"<working {name}>", "exec", dont_inherit=True), own)
    old = names.get(name)
    if callable(old):
        names.update({key: own[name] for key, value in names.items() if value is old})
    names[name] = own[name]


def _changed(sent: Sequence[values.One], given: Sequence[Any]) -> dict[int, values.Array]:
    changed = {}
    for place, (before, array) in enumerate(zip(sent, given, strict=True)):
        if isinstance(before, values.Array):
            after = values.pack(array)
            # An array of another shape by now cannot be written back to the caller's.
            if isinstance(after, values.Array) and after.data != before.data and after.fits(before):
                changed[place] = after
    return changed


def _lines(source: bytes) -> list[str]:
    try:
        return importlib.util.decode_source(source).splitlines(keepends=True)
    except (SyntaxError, UnicodeError, LookupError):
        return []
