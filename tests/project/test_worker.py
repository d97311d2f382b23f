"""The student's module in the worker: what it can import, what it is given, how it is blamed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader.remote import Warm
from grader.worker.student import NO_TEXT
from tests.project.workers import MAIN, at_import, call, failure, submitted


@pytest.fixture(scope="module")
def warm() -> Iterator[Warm]:
    with Warm(confined=False) as process:
        yield process


# Imports.


@pytest.mark.parametrize(
    "line",
    [
        "from starter.lesson import double",
        "from .lesson import double",
        "from . import lesson; double = lesson.double",
        "from starter import lesson; double = lesson.double",
        "import starter.lesson as lesson; double = lesson.double",
        "import starter; import starter.lesson; double = starter.lesson.double",
    ],
)
def test_the_lesson_can_be_imported_in_any_way(warm: Warm, line: str) -> None:
    with submitted(warm, f"{line}\ndef f(x): return double(x)\n") as remote:
        assert call(remote, "f", 4) == 8


def test_a_module_that_imports_itself_is_the_same_module(warm: Warm) -> None:
    source = "import starter.attention as me\ncalls = []\ndef f(): return me.calls is calls\n"
    with submitted(warm, source) as remote:
        assert call(remote, "f") is True


def test_names_of_the_module_and_its_file(warm: Warm) -> None:
    source = "import sys\ndef f(): return __name__, __file__, __package__, sys.argv[0]\n"
    with submitted(warm, source) as remote:
        assert call(remote, "f") == ["starter.attention", MAIN, "starter", MAIN]


def test_a_main_block_does_not_run(warm: Warm) -> None:
    with submitted(
        warm, "if __name__ == '__main__': raise SystemExit\ndef f(): return 1"
    ) as remote:
        assert call(remote, "f") == 1


@pytest.mark.parametrize("package", ["pandas", "msgspec", "pytest", "grader", "grader.wire", "pip"])
def test_a_package_that_graders_lack_can_be_done_without(warm: Warm, package: str) -> None:
    source = f"""
try:
    import {package}
    found = True
except ImportError:
    found = False
def f(): return found
"""
    with submitted(warm, source) as remote:
        assert call(remote, "f") is False


def test_a_package_that_graders_lack_is_named_with_the_mend(warm: Warm) -> None:
    trouble = at_import(warm, "import numpy\nimport scipy.special\n")
    assert (trouble.kind, trouble.type_name) == ("failed", "ModuleNotFoundError")
    assert (trouble.line, trouble.during) == (2, "import")
    assert "No module named 'scipy'" in trouble.text
    assert "numpy" in trouble.text
    assert "except ImportError" in trouble.text


@pytest.mark.parametrize("module", ["math", "dataclasses", "sysconfig", "numpy.fft", "ctypes"])
def test_numpy_and_the_standard_library_are_there(warm: Warm, module: str) -> None:
    source = f"import {module}\nimport sysconfig\nsysconfig.get_config_vars()\ndef f(): return 1\n"
    with submitted(warm, source) as remote:
        assert call(remote, "f") == 1


def test_nothing_of_the_grader_is_among_the_modules(warm: Warm) -> None:
    source = """
import os, sys
tops = sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names)
def f(): return " ".join(tops), " ".join(os.environ), len(os.listdir("/dev/fd"))
"""
    with submitted(warm, source) as remote:
        tops, environment, descriptors = call(remote, "f")
    assert {top for top in tops.split() if "cython" not in top} == {"__main__", "numpy", "starter"}
    assert environment == ""
    assert descriptors == 6  # three standard ones, two pipes, and the listing's own


# Sources as students save them.


@pytest.mark.parametrize(
    ("source", "want"),
    [
        ("\ufeffgrüße = 'ä'\r\ndef f():\r\n    return grüße\r\n".encode(), "ä"),
        ("# -*- coding: latin-1 -*-\ndef f(): return 'ä'\n".encode("latin-1"), "ä"),
        (b"def f(): return 1", 1),
        (b"", None),
    ],
)
def test_any_source_that_python_takes(warm: Warm, source: bytes, want: object) -> None:
    with submitted(warm, source) as remote:
        assert remote.import_trouble is None
        if source:
            assert call(remote, "f") == want


def test_a_syntax_error_gives_message_line_and_source(warm: Warm) -> None:
    trouble = at_import(warm, "import numpy\n\ndef f(x):\n    e = np.exp((x)\n    return e\n")
    assert (trouble.kind, trouble.type_name, trouble.line) == ("failed", "SyntaxError", 4)
    assert "never closed" in trouble.text
    assert "e = np.exp((x)" in trouble.text


@pytest.mark.parametrize(
    "source", [b"def f(): return '\xe4'\n", b"x = 1\0\n", b"# coding: bogus\n"]
)
def test_a_source_that_python_cannot_read_is_the_students(warm: Warm, source: bytes) -> None:
    assert at_import(warm, source).kind == "failed"


# Answers to questions.


@pytest.mark.parametrize(
    ("source", "want"),
    [
        ('WHY = "because"\n', {"WHY": "because"}),
        ('WHY: str = ("be" "cause")\n', {"WHY": "because"}),
        ('WHY = "first"\nWHY = """second"""\n', {"WHY": "second"}),
        ('WHY = "kept"\nraise ValueError\n', {"WHY": "kept"}),
        ('WHY = "because" +\n', {}),
        ('WHY = "be" + "cause" + "!"\n', {"WHY": "because!"}),
        ('WHY = "a".upper()\nOTHER = "b"\n', {"WHY": NO_TEXT}),
        ('def f():\n    WHY = "inside"\n', {}),
        ("WHY = 3\n", {"WHY": NO_TEXT}),
        ('WHY = "x" * 9\n', {"WHY": NO_TEXT}),
        ('WHY = "\\ud800"\n', {"WHY": "\\ud800"}),
    ],
)
def test_answers_are_read_without_running(warm: Warm, source: str, want: dict[str, str]) -> None:
    with submitted(warm, source) as remote:
        assert remote.answers == want


def test_a_long_answer_is_cut(warm: Warm) -> None:
    with submitted(warm, f'WHY = "{"x" * 9000}"\n') as remote:
        assert len(remote.answers["WHY"]) == 4000


# Working functions in place of the student's own.


WORKING = "def softmax(x):\n    import numpy as np\n    return np.ones(np.shape(x))\n"


@pytest.mark.parametrize(
    "source",
    [
        "def softmax(x): raise NotImplementedError\ndef f(x): return softmax(x)\n",
        "def softmax(x): return None\nsm = softmax\ndef f(x): return sm(x)\n",
        "def f(x): return softmax(x)\n",
        "softmax = None\nother = None\ndef f(x): return softmax(x) if other is None else None\n",
    ],
)
def test_a_working_function_takes_the_place_of_the_students(warm: Warm, source: str) -> None:
    with submitted(warm, source, patches={"softmax": WORKING}) as remote:
        np.testing.assert_array_equal(call(remote, "f", np.zeros(3)), np.ones(3))


def test_other_patches_mean_another_worker(warm: Warm) -> None:
    source = "def softmax(x): raise NotImplementedError\ndef f(x): return softmax(x)\n"
    with submitted(warm, source) as remote:
        assert failure(remote, "f", 1).kind == "failed"
        remote.load({"softmax": WORKING})
        assert call(remote, "f", np.zeros(2)).sum() == 2
        remote.load({})
        assert failure(remote, "f", 1).kind == "failed"


# Arguments.


def test_changed_arguments_change_at_the_callers(warm: Warm) -> None:
    source = "def f(a, b, *, c):\n    a += 1\n    c[0] = 9\n    return b\n"
    a, b, c = np.zeros((2, 3)).T, np.zeros(2), np.zeros(2, np.int8)
    with submitted(warm, source) as remote:
        call(remote, "f", a, b, c=c)
    assert (a == 1).all()
    assert (b == 0).all()
    assert c.tolist() == [9, 0]


def test_arguments_are_writable_and_their_shape_is_their_own(warm: Warm) -> None:
    source = "def f(a):\n    a.shape = (6,)\n    a[:] = 1\n    return a.flags.owndata, a.shape\n"
    a = np.zeros((2, 3), ">f4")
    with submitted(warm, source) as remote:
        got = call(remote, "f", a)
    assert got[0] is True
    assert a.shape == (2, 3)
    assert (a == 1).all()  # what it holds is changed all the same


def test_scalars_arrive_as_themselves(warm: Warm) -> None:
    source = "def f(*a, **k): return ' '.join(type(x).__name__ for x in [*a, *k.values()])\n"
    with submitted(warm, source) as remote:
        got = call(remote, "f", 1, 0.5, True, None, "a", np.float64(2), axis=-1)
    assert got == "int float bool NoneType str float int"


# Blame.


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("raise NotImplementedError('see the page')", "not_started"),
        ("raise NotImplementedError", "not_started"),
        ("return other(x)", "failed"),
        ("return (lambda: other(x))()", "failed"),
        ("raise ValueError('no')", "failed"),
    ],
)
def test_only_a_stub_of_its_own_means_not_started(warm: Warm, body: str, kind: str) -> None:
    source = f"def other(x): raise NotImplementedError\ndef f(x):\n    {body}\n"
    with submitted(warm, source) as remote:
        assert failure(remote, "f", 1).kind == kind


def test_a_stub_that_raises_at_import_is_no_stub(warm: Warm) -> None:
    assert at_import(warm, "raise NotImplementedError\n").kind == "failed"


def test_the_line_is_the_students_own(warm: Warm) -> None:
    source = (
        "import numpy as np\ndef g(x):\n    return np.linalg.inv(x)\ndef f(x):\n    return g(x)\n"
    )
    with submitted(warm, source) as remote:
        trouble = failure(remote, "f", np.zeros((2, 2)))
    assert (trouble.type_name, trouble.line, trouble.during) == ("LinAlgError", 3, "call")
    assert trouble.text == "Singular matrix"


@pytest.mark.parametrize("source", ["", "f = 3\n"])
def test_a_function_that_is_missing(warm: Warm, source: str) -> None:
    with submitted(warm, source) as remote:
        trouble = failure(remote, "f", 1)
    assert (trouble.kind, trouble.type_name) == ("failed", "AttributeError")
    assert (trouble.during, trouble.line) == ("import", None)
    assert trouble.text == f"{MAIN} has no function named f"


def test_input_is_named_with_the_mend(warm: Warm) -> None:
    trouble = at_import(warm, "x = 1\nname = input('Name? ')\n")
    assert (trouble.kind, trouble.type_name, trouble.line) == ("failed", "EOFError", 2)
    assert "input()" in trouble.text


@pytest.mark.parametrize(
    "definition",
    [
        "def __str__(self): raise RuntimeError",
        "def __str__(self): raise SystemExit",
        "def __str__(self): return 3",
        "def __str__(self): return 'x' * 10**7",
        "def __str__(self): return '\\ud800'",
        "errno = property(lambda self: 1 / 0)",
        "__class__ = property(lambda self: 1 / 0)",
    ],
)
def test_an_exception_that_does_not_want_to_be_read(warm: Warm, definition: str) -> None:
    source = f"class E(OSError):\n    {definition}\ndef f():\n    raise E\ndef g(): return 1\n"
    with submitted(warm, source) as remote:
        trouble = failure(remote, "f")
        assert trouble.kind == "failed"
        assert len(trouble.text) <= 1000
        trouble.text.encode()
        assert call(remote, "g") == 1


@pytest.mark.parametrize("line", ["-5", "0", "10**30", "'a'", "None"])
def test_a_syntax_error_with_a_made_up_line(warm: Warm, line: str) -> None:
    trouble = at_import(warm, f"raise SyntaxError('no', ('{MAIN}', {line}, 1, 'text'))\n")
    assert trouble.kind == "failed"
