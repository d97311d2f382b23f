"""What an instructor is told of students' work, beside the marks."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from grader import jobs
from grader.cohort.look import look, shared
from grader.cohort.run import grade_class
from grader.cohort.summary import summary
from grader.roll import Finding, NotGraded, Row, Student, by_weight
from grader.slots import Slot, SlotFault
from tests.project import rolls
from tests.project.page_tree import about, nodes, text, tree_of
from tests.project.repositories import commit, repository
from tests.project.test_class import ROOT, hand_in, options
from tests.project.toy_course import RIGHT, toy_course, write

FILE = "starter/toy.py"
IN_TIME, LATE = "2026-11-01T12:00:00+01:00", "2026-11-03T09:00:00+01:00"
DEADLINE = "2026-11-02T00:00+01:00"
BROKEN = "def double(x:\n    return 2 * x\n"


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy_course(tmp_path_factory.mktemp("toy"))


def the_class(folder: Path) -> Path:
    """One student for each thing to look at, and one with none."""
    for name, program in {"ada": RIGHT, "ben": BROKEN, "dan": RIGHT}.items():
        commit(repository(folder / name), program, IN_TIME, FILE)
    commit(folder / "dan", "x = 1\n", LATE, FILE)
    commit(repository(folder / "cy"), RIGHT, LATE, FILE)
    commit(repository(folder / "eve"), "hello\n", IN_TIME, "README.md")
    repository(folder / "flo")
    return folder


def graded(roll_rows: list[Row]) -> list[Finding]:
    return by_weight(look(rolls.roll_of(roll_rows)))


def test_each_thing_to_look_at_is_told(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, output = the_class(tmp_path / "class"), tmp_path / "out"
    roster = write(tmp_path / "roster.csv", "username\nada\nben\ncy\ndan\neve\nflo\ngus\n")
    asked = replace(options(folder, output), at=DEADLINE, roster=roster)
    grade_class(toy, asked)
    said = " ".join(capsys.readouterr().out.split())
    assert "not loaded ben: 0 points: starter/toy.py could not be loaded: SyntaxError" in said
    assert "no file eve: 0 points: There is no file starter/toy.py" in said
    assert "only late cy: Nothing was graded" in said
    assert "no submission flo: Nothing is committed in this clone." in said
    assert "no submission gus: Nothing was found." in said
    assert "later commits dan: Those after the deadline were not graded." in said
    assert "ada:" not in said
    assert "4 graded, 3 handed in nothing" in said
    assert "has not passed" not in said
    page = (output / "index.html").read_text("utf-8")
    assert page.count("<b>1 of 4</b> the file does not load</span>") == 1
    assert page.count("<b>1 of 4</b> no file that could be graded</span>") == 1
    assert "wrong, without a name <code>" not in page
    feedback = {path.stem: path.read_text("utf-8") for path in (output / "feedback").iterdir()}
    assert "found, but nothing is committed in it" in feedback["flo"]
    assert "No submission of yours was found" in feedback["gus"]
    assert " of 1 November 2026, 12:00 (UTC+01:00)." in feedback["ada"]
    grade_class(toy, asked)
    assert "4 graded, 4 of them kept from before, 3 handed" in capsys.readouterr().out


def test_what_was_tried_is_told() -> None:
    row = next(row for row in rolls.roll(60).rows() if row.card)
    assert row.card is not None
    quiet = structs.replace(row, card=structs.replace(row.card, notes=[]), late=False)
    assert graded([quiet]) == []
    tried = structs.replace(row.card, notes=["tried to start a program"])
    (finding,) = graded([structs.replace(quiet, card=tried)])
    assert finding == Finding("tried", row.student.username, "tried to start a program")


def test_with_nothing_to_tell_what_was_looked_for_is_said(tmp_path: Path) -> None:
    roll = rolls.roll(3)
    for shown in (summary(roll, Path("out"), []), text(tree_of(roll, tmp_path))):
        assert "no doubles, no unmatched folders, nothing the grader" in " ".join(shown.split())
        assert "after the deadline." in shown
    assert "deadline" not in structs.replace(roll, at="").nothing


def test_what_is_so_of_many_is_one_line_on_the_terminal(tmp_path: Path) -> None:
    many = [Finding("later_commits", f"s{number}", "Later.") for number in range(40)]
    roll = rolls.roll(3, findings=[Finding("forged", "ann", "Forged."), *many])
    said = summary(roll, Path("out"), [])
    assert "  later commits  40 students; see index.html" in said
    assert "ann: Forged." in said
    assert "Later." not in said
    assert len(about(tree_of(roll, tmp_path))["findings"]) == 41


def test_the_page_calls_no_commit_late_that_is_not(tmp_path: Path) -> None:
    tree = tree_of(rolls.roll(30), tmp_path)
    beside = {text(node) for node in nodes(tree, "b", **{"class": "overdue"})}
    assert beside == {"later commits"}


def test_a_deadline_to_come_is_noted(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = options(hand_in(tmp_path / "class", 1), tmp_path / "out")
    grade_class(toy, replace(asked, at="2999-01-01"))
    assert "The deadline has not passed yet" in capsys.readouterr().out


def test_what_all_names_begin_with_is_told() -> None:
    def said(*names: str) -> str:
        return "".join(shared(Student(username=name) for name in names))

    names = [f"nlp-attention-matrix-{name}" for name in ("ann-lee", "ann-ray", "bob")]
    assert "All names begin with nlp-attention-matrix-: give --prefix" in said(*names)
    assert said("ann", "bob", "cy") == said(*names[:2]) == said() == said(*names, "cy") == ""


def test_what_cannot_be_confined_is_told_before_the_first_submission(toy: Path) -> None:
    program = (
        "from grader import channel, slot_process\n"
        "def lacking(*_):\n    raise channel.RemoteFault('cannot be confined here')\n"
        "channel.Warm.start = lacking\n"
        "slot_process.main()\n"
    )
    command = [sys.executable, "-c", program, str(toy), "all", "confined"]
    env = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        command, cwd=toy, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    answer = jobs.receive_answer(io.BytesIO(done.stdout))
    assert isinstance(answer, jobs.Fault)
    assert answer.reason == "cannot be confined here"


def test_a_machine_that_cannot_grade_is_told_once(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacking(_: Slot) -> None:
        raise SlotFault("cannot be confined here")

    monkeypatch.setattr(Slot, "ready", lacking)
    with pytest.raises(NotGraded, match=r"^cannot be confined here$"):
        grade_class(toy, options(hand_in(tmp_path / "class", 3), tmp_path / "out"))
    assert capsys.readouterr().out == ""
