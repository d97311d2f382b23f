"""A whole class, from a folder to its reports: stopped, resumed, refused, told."""

from __future__ import annotations

import csv
import io
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from grader.cohort.grading import crew
from grader.cohort.pool import Desk
from grader.cohort.progress import Progress, line
from grader.cohort.run import Options, grade_class
from grader.cohort.store import NAME, Store
from grader.roll import CannotGradeClass, NotGraded, Row
from grader.rubric import load
from grader.slots import Slot, SlotFault
from grader.submission import Submission, take
from tests.project.graded import Graded
from tests.project.toy_course import RIGHT, toy_course, write

WRONG = RIGHT.replace("2 * x", "3 * x")
ENDLESS = "def double(x):\n    while True:\n        pass\n"
FILES = ["feedback", NAME, "index.html", "scores.csv"]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy_course(tmp_path_factory.mktemp("toy"))


def hand_in(folder: Path, count: int) -> Path:
    """A class of right and wrong programs in turn, all different."""
    for number in range(count):
        text = f"{[RIGHT, WRONG][number % 2]}\n# {number}\n"
        write(folder / f"s{number:03}" / "toy.py", text)
    return folder


def options(folder: Path, output: Path, jobs: int | None = 2) -> Options:
    return Options(folder=folder, output=output, jobs=jobs, confined=False)


def scores(output: Path) -> list[dict[str, str]]:
    with (output / "scores.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def rows(output: Path, digest: str) -> list[Row]:
    """All that is kept of a run, but for how long it took."""
    with Store(output, digest) as store:
        return [msgspec.structs.replace(row, seconds=None) for row in store.rows()]


def digest_of(toy: Path) -> str:
    with crew(Desk(str(toy), "all", False), 1, None) as staff:
        return staff.grader.suite_digest


@pytest.fixture
def graded_now(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The digests of what goes through a slot."""
    seen: list[str] = []
    grade = Slot.grade

    def noted(slot: Slot, submission: Submission) -> object:
        seen.append(submission.digest)
        return grade(slot, submission)

    monkeypatch.setattr(Slot, "grade", noted)
    return seen


def test_a_class_gets_its_marks_and_its_reports(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, output = hand_in(tmp_path / "class", 5), tmp_path / "out"
    write(folder / "s900" / "notes.txt", "no program here")
    assert grade_class(toy, options(folder, output)) is False
    table = scores(output)
    assert [row["points"] for row in table[:5]] == ["10", "5", "10", "5", "10"]
    assert sorted(path.name for path in output.iterdir()) == FILES
    said = capsys.readouterr()
    assert "graded" in said.out
    assert "points: median" in said.out
    assert max(map(len, said.out.splitlines()[:-1])) <= 80
    assert said.err == ""  # no progress where nobody watches


def test_rows_equal_single_runs_in_any_order(toy: Path, tmp_path: Path) -> None:
    folder = hand_in(tmp_path / "class", 6)
    write(folder / "s900" / "toy.py", ENDLESS)
    grade_class(toy, options(folder, tmp_path / "out"))
    found = rows(tmp_path / "out", digest_of(toy))
    random.Random(1).shuffle(found)
    with Graded(toy, tmp_path, "all", confined=False) as single:
        for row in found:
            assert row.card is not None
            path = folder / row.student.username / "toy.py"
            alone = single.grade(path.read_bytes())
            digest = take(path, load(toy).submission.files).digest
            assert row.card.submission is not None
            assert row.card.submission.digest == digest
            assert row.card.exercises == alone.exercises
            assert row.card.points == alone.points


def test_a_second_run_grades_only_what_changed(
    toy: Path, tmp_path: Path, graded_now: list[str]
) -> None:
    folder, output = hand_in(tmp_path / "class", 4), tmp_path / "out"
    grade_class(toy, options(folder, output))
    assert len(graded_now) == len(set(graded_now)) == 4
    write(folder / "s001" / "toy.py", RIGHT)
    grade_class(toy, options(folder, output))
    assert len(graded_now) == 5
    assert [row["points"] for row in scores(output)] == ["10", "10", "10", "5"]


def test_a_changed_suite_grades_everything_anew(tmp_path: Path, graded_now: list[str]) -> None:
    toy = toy_course(tmp_path / "toy")
    folder, output = hand_in(tmp_path / "class", 3), tmp_path / "out"
    grade_class(toy, options(folder, output))
    helpers = toy / "tests" / "helpers.py"
    helpers.write_text(helpers.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    grade_class(toy, options(folder, output))
    assert len(graded_now) == 6


def test_equal_submissions_are_graded_once(
    toy: Path, tmp_path: Path, graded_now: list[str]
) -> None:
    for name in ("anna", "ben", "cleo"):
        write(tmp_path / "class" / name / "toy.py", WRONG)
    grade_class(toy, options(tmp_path / "class", tmp_path / "out"))
    assert len(graded_now) == 1
    assert [row["points"] for row in scores(tmp_path / "out")] == ["5", "5", "5"]


def test_what_was_not_graded_has_no_mark_and_is_tried_again(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, output = hand_in(tmp_path / "class", 4), tmp_path / "out"
    grade = Slot.grade

    def failing(slot: Slot, submission: Submission) -> object:
        if b"# 1\n" in submission.files["starter/toy.py"]:
            raise SlotFault("out of paper")
        return grade(slot, submission)

    with monkeypatch.context() as patch:
        patch.setattr(Slot, "grade", failing)
        with pytest.raises(NotGraded, match="1 of the class"):
            grade_class(toy, options(folder, output))
    lost = scores(output)[1]
    assert (lost["points"], lost["status"]) == ("", "not_graded")
    assert "out of paper" in lost["notes"]
    assert "out of paper" in (output / "index.html").read_text(encoding="utf-8")
    assert grade_class(toy, options(folder, output)) is False
    assert [row["points"] for row in scores(output)] == ["10", "5", "10", "5"]


def test_ctrl_c_keeps_what_was_graded_and_says_how_to_go_on(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, graded_now: list[str]
) -> None:
    folder, output = hand_in(tmp_path / "class", 8), tmp_path / "out"
    keep, kept = Store.keep, list[str]()

    def until_the_third(store: Store, submission: str, card: bytes, seconds: float) -> None:
        keep(store, submission, card, seconds)
        kept.append(submission)
        if len(kept) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Store, "keep", until_the_third)
        with pytest.raises(NotGraded, match="the same command goes on"):
            grade_class(toy, options(folder, output))
    graded_now.clear()
    grade_class(toy, options(folder, output))
    assert not set(graded_now) & set(kept)
    assert len(graded_now) == 5


@pytest.fixture(scope="module")
def undisturbed(toy: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Row]]:
    folder = hand_in(tmp_path_factory.mktemp("undisturbed") / "class", 40)
    output = folder.parent / "out"
    grade_class(toy, options(folder, output))
    return folder, rows(output, digest_of(toy))


def test_a_run_killed_at_any_moment_is_resumed(
    toy: Path, tmp_path: Path, undisturbed: tuple[Path, list[Row]]
) -> None:
    folder, wanted = undisturbed
    chance = random.Random(6)
    command = [sys.executable, "-m", "grader", "class", str(folder), "--output", str(tmp_path)]
    command += ["--assignment", str(toy), "--unconfined", "--jobs", "2"]
    for _ in range(3):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(0.3, 2.5))
            process.send_signal(signal.SIGKILL)
    grade_class(toy, options(folder, tmp_path))
    assert rows(tmp_path, digest_of(toy)) == wanted


def test_two_runs_at_once_on_one_output(toy: Path, tmp_path: Path) -> None:
    folder, output = hand_in(tmp_path / "class", 2), tmp_path / "out"
    grade_class(toy, options(folder, output))
    with (
        Store(output, "another run"),
        pytest.raises(CannotGradeClass, match="another `grade class` is writing there"),
    ):
        grade_class(toy, options(folder, output))


def test_an_output_that_cannot_be_written(toy: Path, tmp_path: Path) -> None:
    folder = hand_in(tmp_path / "class", 1)
    write(tmp_path / "file", "")
    with pytest.raises(CannotGradeClass, match="cannot be written to"):
        grade_class(toy, options(folder, tmp_path / "file" / "out"))


def test_an_output_full_of_other_things_is_left_alone(toy: Path, tmp_path: Path) -> None:
    folder = hand_in(tmp_path / "class", 1)
    write(tmp_path / "thesis" / "scores.csv", "mine")
    with pytest.raises(CannotGradeClass, match="holds other files"):
        grade_class(toy, options(folder, tmp_path / "thesis"))
    assert [path.name for path in (tmp_path / "thesis").iterdir()] == ["scores.csv"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"jobs": 0}, "--jobs 0: give a number from 1 up"),
        ({"jobs": 2, "scheduler": "tcp://127.0.0.1:1"}, "leave it out with --scheduler"),
        ({"folder": Path("nowhere")}, "no folder nowhere"),
        ({"roster": Path("nowhere.csv")}, "--roster: there is no file nowhere.csv"),
        ({"published": Path("nowhere.json")}, "--published: there is no file"),
        ({"canvas": Path("nowhere.csv")}, "--canvas: there is no file"),
        ({"at": "yesterday"}, "yesterday"),
    ],
)
def test_mistakes_are_told_before_anything_is_done(
    toy: Path, tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    good = options(hand_in(tmp_path / "c", 1), tmp_path / "o")
    asked = Options(**{**vars(good), "jobs": None, **changes})
    with pytest.raises(CannotGradeClass, match=said):
        grade_class(toy, asked)
    assert not (tmp_path / "o").exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    with Progress(300, stream) as progress:
        progress.show(3, 2)
    shown = stream.getvalue()
    assert "3 of 300 submissions" in shown
    assert "\n" not in shown
    assert shown.endswith(f"\r{'':79}\r")
    assert line(120, 300, 60, 2.0) == "  120 of 300 submissions   30.0 a second   6 s left"
    assert line(5, 300, 1, 1.0).endswith("4 min 55 s left")
    assert line(0, 300, 0, 0.0) == "  0 of 300 submissions"
