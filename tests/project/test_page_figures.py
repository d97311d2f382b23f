"""The class page: its numbers are the roll's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from weakref import WeakSet

import pytest

from grader.cohort.page import chart, figures
from grader.cohort.page import write as page
from grader.roll import Row
from tests.project import rolls
from tests.project.page_tree import Node, details, graded, heat, nodes, text, tree_of
from tests.project.points import MANY, PUBLIC


class Watched(Row, frozen=True, weakref=True, eq=False):
    """A row of which one can tell whether somebody still holds it."""


Written = Callable[..., Node]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    return lambda roll: tree_of(roll, tmp_path)


def test_the_heat_map_holds_the_points(written: Written) -> None:
    roll = rolls.roll(50)
    cells = heat(written(roll))
    assert len(cells) == 50
    for place, row in enumerate(roll.rows()):
        if row.card is None:
            word = row.status.replace("_", " ")
            assert cells[place][: MANY + 1] == [word, *[""] * MANY]
            continue
        shown = [re.sub(r"\*| not started", "", cell) for cell in cells[place][: MANY + 1]]
        assert shown == [str(row.card.points), *(str(one.points) for one in row.card.exercises)]
        assert cells[place][MANY + 1].endswith(" later commits") == row.late
        for one, cell in zip(row.card.exercises, cells[place][1 : MANY + 1], strict=True):
            assert ("not started" in cell) == (one.status == "not_started")


def test_deepest_shade_means_no_points_and_none_means_all(written: Written) -> None:
    table = next(nodes(written(rolls.roll(60)), "table", id="heat"))
    heads = list(nodes(table, "th", scope="col"))[2 : MANY + 2]
    most = [int(text(head).split(" of ")[1]) for head in heads]
    for row in nodes(next(nodes(table, "tbody")), "tr"):
        for cell, full in zip(list(nodes(row, "td"))[1 : MANY + 1], most, strict=True):
            if points := cell[1].get("data-v"):
                shade = cell[1]["class"].split()[0]
                assert (shade == "h0") == (int(points) == full)
                assert (shade == "h5") == (int(points) == 0)


def test_mistakes_are_counted_by_name(written: Written) -> None:
    titles = {name: f"{one['title']}!" for name, one in rolls.MISTAKES.items()}
    roll = rolls.roll_of(rolls.roll(50).rows, titles=titles)
    want = Counter(
        (titles[one.misconception] if one.misconception else "wrong, without a name", one.function)
        for row in graded(roll)
        if row.card
        for one in row.card.exercises
        if one.status == "failed"
    )
    tree = written(roll)
    got: Counter[tuple[str, str]] = Counter()
    for item in nodes(tree, "li"):
        found = re.fullmatch(r"(\d+) of (\d+) (.*) (\w+)Show who", text(item))
        if found:
            assert int(found[2]) == len(graded(roll))
            got[found[3], found[4]] += int(found[1])
    assert got == want
    assert sum(want.values()) > 10


def test_each_test_says_how_many_passed(written: Written) -> None:
    roll = rolls.roll(50)
    passed = Counter(
        test.title
        for row in graded(roll)
        if row.card
        for one in row.card.exercises
        for test in one.tests
        if test.outcome == "passed"
    )
    total = len(graded(roll))
    section = next(nodes(written(roll), "section", **{"aria-labelledby": "tests"}))
    rows = [[text(cell) for cell in nodes(row, "td")] for row in nodes(section, "tr")][1:]
    shares = [int(row[0].split("%")[1].split(" of ")[0]) for row in rows]
    assert shares == sorted(shares)
    assert all(row[0].endswith(f" of {total}") for row in rows)
    got: Counter[str] = Counter()
    for row, share in zip(rows, shares, strict=True):
        got[row[1]] += share
    assert got == passed
    assert len(rows) == len(rolls.RUBRIC.tests("all"))


def test_points_fall_into_bars_that_miss_nobody(written: Written) -> None:
    for most in (7, 10, 35, 100, 640):
        bars = chart.bins(list(range(most + 1)), most)
        assert sum(count for _, _, count in bars) == most + 1
        assert bars[-1] == (most, most, 1)
        assert all(count == high - low + 1 for low, high, count in bars)
    roll = rolls.roll(40)
    table = next(nodes(written(roll), "table"))
    counts = [int(text(cell)) for cell in nodes(table, "td")]
    assert sum(counts) == len(graded(roll))


def test_details_hold_the_words_and_each_text_once(written: Written) -> None:
    roll = rolls.roll(30)
    texts, students = details(written(roll))
    assert len(texts) == len(set(texts))
    for row, kept in zip(roll.rows(), students, strict=True):
        assert kept["status"] == row.status
        assert [texts[note] for note in kept["notes"]] == figures.notes_of(row)
        if row.card is None:
            assert kept["points"] is None
            assert kept["exercises"] == []
            continue
        assert [texts[one] for one in kept["printed"]] == [row.card.printed, "HIDDEN-PRINT"]
        for one, result in zip(kept["exercises"], row.card.exercises, strict=True):
            assert (one[0], one[1], texts[one[3]]) == (result.status, result.points, result.message)
            lost = [test.detail for test in result.tests if test.outcome != "passed"]
            assert [texts[said] for _, _, said in one[5]] == lost


def test_an_empty_class_and_an_unfenced_one_are_told(written: Written) -> None:
    shown = text(written(rolls.roll(0, confined="no")))
    assert "Nothing has been graded." in shown
    assert "NO: it ran unfenced" in shown
    assert "Nothing was found that needs a look: " in shown
    nobody = [Row(student=row.student, status="no_submission") for row in rolls.roll(3).rows()]
    cells = heat(written(rolls.roll_of(nobody, git=False)))
    assert list(cells.values()) == [["no submission", *[""] * MANY]] * 3


def test_a_public_run_lists_the_public_tests_alone(written: Written) -> None:
    shown = text(written(rolls.roll(suite="public")))
    assert "the public tests" in shown
    assert f"of {PUBLIC}" in shown
    hidden = [test.title for test in rolls.RUBRIC.tests("hidden")]
    public = {test.title for test in rolls.RUBRIC.tests("public")}
    assert not [title for title in hidden if title not in public and title in shown]


def test_rows_are_streamed_never_kept(tmp_path: Path) -> None:
    kept: WeakSet[Watched] = WeakSet()
    most = 0

    def rows() -> Iterator[Row]:
        nonlocal most
        for plain in rolls.roll(30).rows():
            fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
            kept.add(one := Watched(**fields))
            most = max(most, len(kept))
            yield one

    page.write(rolls.roll_of(rows), tmp_path / "index.html")
    assert most <= 3


@pytest.mark.parametrize(
    ("time", "zone", "shown"),
    [
        ("2026-11-30T22:59:00Z", "2026-12-01T00:00:00+01:00", "2026-11-30 23:59"),
        ("2026-11-30T23:59:00+01:00", "", "2026-11-30 22:59"),
        ("yesterday", "", None),
        ("", "nonsense", None),
    ],
)
def test_commits_are_told_in_the_deadlines_zone(time: str, zone: str, shown: str | None) -> None:
    at = figures.moment(time, figures.zone_of(zone))
    assert (at and f"{at:%Y-%m-%d %H:%M}") == shown
