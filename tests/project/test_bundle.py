"""`grade bundle`: what another platform gets, and how Classroom 50's autograder behaves there."""

from __future__ import annotations

import importlib.util
import io
import json
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from grader.author import release
from grader.author.bundle import CannotBundle, bundle, collect
from grader.cli import main
from grader.rubric import load
from grader.worker import confinement
from tests.project.leaks import leaks
from tests.project.points import HIDDEN, PUBLIC, TOTAL, worth

ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = ROOT / "grader/author/platforms"
REFERENCE = (ROOT / "solutions/reference.py").read_text(encoding="utf-8")
LACKING = confinement.floor()
confining = pytest.mark.skipif(LACKING is not None, reason=str(LACKING))
FORGED = '{"score": 100}'


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("classroom50") / "bundle"
    bundle(ROOT, folder, "classroom50")
    return folder


@pytest.fixture(scope="module")
def autograder(public: Path) -> ModuleType:
    return autograder_of(public)


def autograder_of(folder: Path) -> ModuleType:
    """A bundle's own autograder, with an environment that is there already."""
    spec = importlib.util.spec_from_file_location("autograder", folder / "autograder.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.prepare = lambda _: sys.executable  # type: ignore[attr-defined]
    return module


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A student's checkout as the working folder, with what Classroom 50's runner sets."""
    folder = tmp_path / "checkout"
    (folder / "starter").mkdir(parents=True)
    monkeypatch.chdir(folder)
    for name, value in {
        "CLASSROOM": "nlp",
        "ASSIGNMENT": "matrix",
        "USERNAME": "ada",
        "SUBMISSION_TAG": "submit/20261130T235900Z-0123abc",
        "COMMIT_URL": "https://host/commit",
        "RELEASE_URL": "https://host/release",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
    }.items():
        monkeypatch.setenv(name, value)
    return folder


def test_classroom50_gets_nothing_hidden() -> None:
    files = collect(ROOT, "classroom50")
    assert not [name for name in files if name.startswith(("tests/hidden", "solutions"))]
    assert "grader/requirements.txt" in files
    assert {name for name in files if "/" not in name} == {"autograder.py", "grading.json"}
    copy = json.loads(files["grading.json"])
    assert sum(each["hidden"]["points"] for each in copy["exercises"]) == HIDDEN
    students = release.collect(ROOT, "o/r@" + "0" * 40, "classroom50")
    beyond = [content for name, content in files.items() if students.get(name) != content]
    assert leaks(b"\n".join(beyond).decode()) == []


def test_gradescope_gets_all_of_it(tmp_path: Path) -> None:
    bundle(ROOT, tmp_path / "gradescope", "gradescope")
    files = collect(ROOT, "gradescope")
    assert files["grading.json"] == (ROOT / "grading.json").read_bytes()
    assert "tests/hidden/working.py" in files
    assert not [name for name in files if name.startswith("solutions")]
    packed = zipfile.ZipFile(io.BytesIO((tmp_path / "gradescope/autograder.zip").read_bytes()))
    assert {name: packed.read(name) for name in packed.namelist()} == files
    assert packed.getinfo("run_autograder").external_attr >> 16 == 0o755


@pytest.mark.parametrize("host", ["classroom50", "gradescope"])
def test_a_bundle_is_an_assignment(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bundle", host, str(tmp_path / "bundle")]) == 0
    assert "files written" in capsys.readouterr().out
    assert load(tmp_path / "bundle").points == TOTAL
    assert main(["bundle", host, str(tmp_path / "bundle")]) == 2
    assert "new or an empty folder" in capsys.readouterr().err


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(CannotBundle):
        bundle(ROOT, tmp_path, "classroom50")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


# What Classroom 50 sees.


def result(checkout: Path) -> dict[str, object]:
    assert not (checkout / "result.json").is_symlink()
    loaded: dict[str, object] = json.loads((checkout / "result.json").read_bytes())
    return loaded


@confining
@pytest.mark.parametrize(
    ("source", "points"),
    [
        (REFERENCE, PUBLIC),
        (REFERENCE.replace("def row_focus(", "def other("), PUBLIC - worth("public")["row_focus"]),
        ("import os\nos._exit(0)\n", 0),
        ("import torch\n" + REFERENCE, 0),
        (None, 0),
    ],
)
def test_every_outcome_has_a_result(
    source: str | None, points: int, autograder: ModuleType, checkout: Path
) -> None:
    if source is not None:
        (checkout / "starter/attention.py").write_text(source, encoding="utf-8")
    assert autograder.main() == 0
    found = result(checkout)
    assert (found["score"], found["max-score"]) == (points, PUBLIC)
    assert "public points" in (checkout / "release-body.md").read_text(encoding="utf-8")
    status = "success" if points == PUBLIC else "failure"
    summary = f"summary={points} of {PUBLIC} public points; {HIDDEN} more at the regrade"
    output = (checkout.parent / "output").read_text(encoding="utf-8")
    assert output.splitlines() == [f"status={status}", summary]


@confining
def test_what_a_repository_holds_does_not_count(autograder: ModuleType, checkout: Path) -> None:
    (checkout / "starter/attention.py").write_text(REFERENCE, encoding="utf-8")
    for name in ("grader.py", "numpy.py", "sitecustomize.py", "conftest.py", "json.py"):
        (checkout / name).write_text("raise SystemExit(1)\n", encoding="utf-8")
    victim = checkout.parent / "victim"
    victim.write_text("keep", encoding="utf-8")
    (checkout / "result.json").symlink_to(victim)
    (checkout / "release-body.md").mkdir()
    assert autograder.main() == 0
    assert result(checkout)["score"] == PUBLIC
    assert victim.read_text(encoding="utf-8") == "keep"


@confining
def test_the_instructors_repository_brings_the_hidden_tests(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADER_SOURCE", str(ROOT))
    (checkout / "starter/attention.py").write_text(REFERENCE, encoding="utf-8")
    assert autograder_of(PLATFORMS / "classroom50").main() == 0
    assert result(checkout)["score"] == TOTAL
    output = (checkout.parent / "output").read_text(encoding="utf-8")
    assert output == f"status=success\nsummary={TOTAL} of {TOTAL} points\n"


def test_a_grader_that_cannot_work_gives_no_mark(
    checkout: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (checkout / "starter/attention.py").write_text(REFERENCE, encoding="utf-8")
    (checkout / "result.json").write_text(FORGED, encoding="utf-8")
    bundle(ROOT, tmp_path / "bundle", "classroom50")
    confinement = tmp_path / "bundle/grader/worker/confinement.py"
    head = "def floor() -> str | None:\n"
    text = confinement.read_text(encoding="utf-8")
    assert head in text
    confinement.write_text(
        text.replace(head, f'{head}    return "No fence here: 100%."\n'), "utf-8"
    )
    assert autograder_of(tmp_path / "bundle").main() == 1
    assert not (checkout / "result.json").exists()
    assert not (checkout / "release-body.md").exists()
    assert not (tmp_path / "output").exists()
    said = capfd.readouterr().out
    assert "::error title=Not graded::NOT GRADED: No fence here: 100%25." in said
    assert "is no mark" in said
    assert "tell your instructor" in (tmp_path / "summary").read_text(encoding="utf-8")


@pytest.mark.parametrize("card", ['{"status": "graded", "notes": ["mine"]}', "{", None])
def test_the_notes_of_a_graded_card_are_the_instructors(
    autograder: ModuleType, tmp_path: Path, card: str | None
) -> None:
    """A later report could not be written: what stands there is no reason for students."""
    if card is not None:
        (tmp_path / "card").write_text(card, encoding="utf-8")
    assert autograder.reason(tmp_path / "card") == ""
    (tmp_path / "card").write_text('{"status": "not_graded", "notes": ["no fence"]}', "utf-8")
    assert autograder.reason(tmp_path / "card") == "no fence"


def test_packages_that_cannot_be_had_give_no_mark(
    autograder: ModuleType,
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (checkout / "result.json").write_text(FORGED, encoding="utf-8")
    broken = [sys.executable, "-c", "print('::error::no network'); raise SystemExit(1)"]
    monkeypatch.setattr(
        autograder, "prepare", lambda folder: autograder.run(broken, folder, 60, "pip failed.")
    )
    assert autograder.main() == 1
    assert not (checkout / "result.json").exists()
    assert not (checkout.parent / "output").exists()
    said = capfd.readouterr().out.splitlines()
    assert said[0] == "| ::error::no network"
    assert said[1].startswith("::error title=Not graded::NOT GRADED: pip failed.")
