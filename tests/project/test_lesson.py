"""What students are given: the lesson's numbers, the stubs, and the pages."""

from __future__ import annotations

import inspect
import runpy
from pathlib import Path

import numpy as np
import pytest

from starter import attention, lesson
from starter.__main__ import EXERCISES
from tests.project.solved import lesson_attention

ROOT = Path(__file__).resolve().parents[2]


def test_the_slice_and_its_ids() -> None:
    assert lesson.CHARS == " .abcdefghiklmnoprstuvwy"
    assert list(lesson.IDS) == [19, 9, 6, 0, 12, 2, 13, 16, 0, 11]
    assert lesson.decode(lesson.encode(lesson.CORPUS)) == lesson.CORPUS
    assert lesson.decode(np.array(lesson.IDS)) == "the lamp k"


def test_the_seeded_head() -> None:
    assert lesson.X.shape == (1, 10, 16)
    assert lesson.Wq.shape == lesson.Wk.shape == lesson.Wv.shape == (16, 16)
    np.testing.assert_allclose(lesson.X[0, 0, :3], [-0.020902, 0.117327, 1.277665], atol=1e-6)
    np.testing.assert_allclose(lesson.Wq[0, :3], [-0.379566, 0.075197, 0.170878], atol=1e-6)


def test_the_attention_of_the_seeded_head() -> None:
    out, A = lesson_attention()
    focus = [0.636963, 0.393129, 0.420394, 0.619873, 0.784246]
    focus += [0.965006, 0.973953, 0.996584, 0.619873, 0.456805]
    np.testing.assert_allclose(A.max(axis=1), focus, atol=1e-6)
    np.testing.assert_allclose(A[8, 8], 0.0003, atol=5e-5)
    np.testing.assert_allclose(np.abs(A - A.T).max(), 0.9962532427741182, atol=1e-9)
    np.testing.assert_allclose(out.sum(), -26.085695685652567, atol=1e-6)


def test_the_lesson_has_its_own_generator() -> None:
    np.random.seed(7)
    again = runpy.run_path(str(ROOT / "starter/lesson.py"))
    np.testing.assert_array_equal(np.random.rand(3), np.random.RandomState(7).rand(3))
    np.testing.assert_array_equal(again["X"], lesson.X)


@pytest.mark.parametrize("name", ["EMBED_TABLE", "X", "Wq", "Wk", "Wv"])
def test_nobody_writes_into_the_lesson(name: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(lesson, name)[0] = 0


def test_unknown_characters_and_ids_are_named() -> None:
    with pytest.raises(ValueError, match="'Z' at place 2"):
        lesson.encode("a Zoo")
    with pytest.raises(ValueError, match="id 24 at place 1"):
        lesson.decode([0, 24])
    with pytest.raises(ValueError, match="id -1 at place 0"):
        lesson.decode([-1])


@pytest.mark.parametrize("name", EXERCISES)
def test_a_stub_names_its_page(name: str) -> None:
    stub = getattr(attention, name)
    arguments = [None for parameter in inspect.signature(stub).parameters]
    with pytest.raises(NotImplementedError, match=rf"Read exercises/{name}\.md"):
        stub(*arguments)
    assert attention.WHY_ROWS_DIFFER == ""
