"""The class page in a browser, opened from disk: by keyboard, without a network, names hidden."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.cohort.page import markup
from grader.cohort.page import write as pages
from grader.plain import inert
from grader.roll import Finding
from tests.project import rolls

browsers: Any = pytest.importorskip(
    "playwright.sync_api", reason="needs Playwright: pip install -e '.[browser]'"
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
STUDENTS = 40
Page = Any


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    with browsers.sync_playwright() as play:
        if found is None and not Path(play.chromium.executable_path).exists():
            pytest.skip(
                "needs Chromium: install your system's, or run `playwright install chromium`"
            )
        chromium = play.chromium.launch(
            executable_path=found, args=[*QUIET, "--disable-component-update"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    who = rolls.row(20, 0).student
    findings = [
        Finding("forged", who.username, f'{who.username} has 100, a result of "zoe-other". Ask.'),
        Finding("unmatched", "", "cs-zoe-backup matches nobody"),
        Finding("missing", "zoe-nobody", "is not in the class"),
    ]
    path = tmp_path_factory.mktemp("page") / "index.html"
    pages.write(rolls.roll(STUDENTS, hostile=True, findings=findings), path)
    return path.as_uri()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Page]:
    """The page, opened; whatever it asks for or complains of is a failure."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    heard: list[str] = []
    opened.on("request", lambda asked: heard.append(asked.url))
    opened.on("console", lambda said: heard.append(said.text))
    opened.on("pageerror", lambda error: heard.append(str(error)))
    opened.on("dialog", lambda box: heard.append(box.message))
    opened.goto(address)
    yield opened
    assert heard == [address]
    context.close()


def rows(page: Page) -> list[str]:
    """The students listed, in order, as they are called on screen."""
    shown: list[str] = page.locator("#heat tbody tr:visible th").all_inner_texts()
    return shown


def everything(page: Page) -> str:
    """All that can be read or heard: texts and attributes, but not the data."""
    gathered: str = page.evaluate(
        """() => document.body.innerText + [...document.body.querySelectorAll("*")]
            .flatMap((one) => [...one.attributes].map((two) => two.value)).join(" ")"""
    )
    return gathered


def column(page: Page, place: int) -> list[int]:
    cells = page.locator(f"#heat tbody td:nth-child({place})").all_inner_texts()
    return [int(cell) for cell in cells if cell.isdigit()]


def own_names() -> list[str]:
    students = [row.student for row in rolls.roll(STUDENTS, hostile=True).rows()]
    unlike = [one for one in students if one.username not in rolls.HOSTILE]
    return [name for one in unlike for name in (one.username, one.name, one.email)]


def test_it_opens_whole_and_silent(page: Page) -> None:
    assert len(rows(page)) == STUDENTS
    assert page.locator("#hits").inner_text() == f"{STUDENTS} of {STUDENTS} students found"


def test_names_are_hidden_until_asked_for(page: Page) -> None:
    assert not [name for name in own_names() if name in everything(page)]
    assert everything(page).count("(told while names are shown)") == 2
    assert "zoe" not in everything(page)
    who = rolls.row(20, 0).student
    page.locator(".kind.forged button").click()
    assert who.username not in everything(page)
    page.keyboard.press("Escape")
    page.locator("#names").click()
    shown = everything(page)
    assert f'{who.username} has 100, a result of "zoe-other"' in shown
    assert "cs-zoe-backup" in shown
    assert "zoe-nobody: is not in the class" in shown
    assert who.name in rows(page)
    page.locator("#names").click()
    assert not [name for name in own_names() if name in everything(page)]


def test_hidden_names_cannot_be_searched_for(page: Page) -> None:
    who = rolls.row(20, 0).student
    page.locator("#search").fill(who.username)
    assert rows(page) == []
    page.locator("#names").click()
    assert rows(page) == [who.name]


def test_hostile_texts_stay_texts(page: Page) -> None:
    page.locator("#names").click()
    names = [inert(row.student.name, 200) for row in rolls.roll(11, hostile=True).rows()]
    cells = page.locator("#heat tbody bdi").all_text_contents()
    assert not [name for name in names if name not in cells]
    for name in rolls.HOSTILE[:4]:
        page.locator("#heat button.open", has_text=inert(name)).click()
        said = page.locator("#detail-body").evaluate("one => one.textContent")
        assert inert(name) in said
        page.keyboard.press("Escape")
    assert page.locator("img, iframe, object, embed, a[href*=':']").count() == 0
    assert page.locator("script").count() == 3


def test_search_by_keyboard(page: Page) -> None:
    page.locator("#search").focus()
    page.keyboard.type("student 7")
    assert rows(page) == ["Student 7"]
    assert page.locator("#hits").inner_text() == f"1 of {STUDENTS} students found"
    page.locator("#clear").press("Enter")
    assert len(rows(page)) == STUDENTS


def test_sort_by_keyboard_with_blanks_last(page: Page) -> None:
    assert column(page, 2) == sorted(column(page, 2))
    head = page.locator("#heat th", has_text="softmax")
    for direction, turned in (("ascending", False), ("descending", True)):
        head.locator("button").press("Enter")
        assert head.get_attribute("aria-sort") == direction
        assert page.locator("#heat th[aria-sort]").count() == 1
        assert column(page, 3) == sorted(column(page, 3), reverse=turned)
        last = page.locator("#heat tbody tr").last.inner_text()
        assert "no submission" in last or "not graded" in last
    assert head.locator("button").evaluate("one => one === document.activeElement")


def test_a_mistake_shows_who_made_it(page: Page) -> None:
    item = page.locator(".mistakes li:visible").first
    count = int(item.locator("b").inner_text().split()[0])
    item.locator("button").press("Enter")
    assert len(rows(page)) == count
    assert page.locator("#students").evaluate("one => one === document.activeElement")


def test_filters_by_status_and_exercise(page: Page) -> None:
    statuses = [row.status for row in rolls.roll(STUDENTS, hostile=True).rows()]
    for status in ("graded", "not_graded", "no_submission"):
        page.locator("#status").select_option(status)
        assert len(rows(page)) == statuses.count(status) > 0
    page.locator("#clear").click()
    page.locator("#lost").select_option("0")
    assert rows(page)
    assert all(points < 20 for points in _shown_points(page))


def _shown_points(page: Page) -> list[int]:
    cells = page.locator("#heat tbody tr:visible td:nth-child(3)")
    return [int(cell) for cell in cells.evaluate_all("all => all.map((one) => one.dataset.v)")]


def test_a_student_by_keyboard(page: Page) -> None:
    button = page.locator("#heat button.open").nth(3)
    button.press("Enter")
    dialog = page.locator("#detail")
    first = page.locator("#detail-title").inner_text()
    assert first.startswith(button.inner_text())
    assert rolls.RUBRIC.questions["WHY_ROWS_DIFFER"] in dialog.inner_text()
    assert "HIDDEN-PRINT" in dialog.inner_text()
    page.locator("#after").press("Enter")
    assert page.locator("#detail-title").inner_text() != first
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    at = page.evaluate("document.activeElement.closest('tr').rowIndex")
    assert at == 5, "the focus is on the row of the student seen last"


def test_long_tables_wait_for_a_click(browser: Any, tmp_path: Path) -> None:
    many = markup.FIRST + 20
    pages.write(rolls.roll(many), tmp_path / "index.html")
    page = browser.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    assert len(rows(page)) == many - 20
    page.locator("#search").fill("student")
    assert page.locator("#hits").inner_text() == f"{many} of {many} students found"
    page.locator("#whole").press("Enter")
    assert len(rows(page)) == many
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_the_screen(browser: Any, address: str, width: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    paper, ink = page.evaluate(
        "['backgroundColor', 'color'].map((one) => getComputedStyle(document.body)[one])"
    )
    assert (brightness(paper) > brightness(ink)) == (scheme == "light")
    page.close()


def brightness(colour: str) -> int:
    return sum(int(part) for part in colour[4:-1].split(","))


def test_without_javascript_the_tables_can_be_read(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert len(rows(page)) == STUDENTS
    assert page.locator("noscript p").is_visible()
    assert not page.locator("#names").is_visible()
    context.close()


def test_paper_gets_the_tables_or_the_student_that_is_open(page: Page) -> None:
    page.emulate_media(media="print")
    assert not page.locator("#tools").is_visible()
    assert len(rows(page)) == STUDENTS
    page.emulate_media(media="screen")
    page.locator("#heat button.open").first.click()
    page.emulate_media(media="print")
    assert page.locator("#detail").is_visible()
    assert not page.locator("main").is_visible()


def test_at_the_end_of_the_class_the_focus_stays_in_the_dialog(page: Page) -> None:
    last = page.locator("#heat tbody tr:visible button.open").nth(STUDENTS - 2)
    last.focus()
    page.keyboard.press("Enter")
    page.locator("#after").focus()
    page.keyboard.press("Enter")
    assert page.is_disabled("#after")
    assert page.evaluate("document.activeElement.id") == "detail-title"


def test_paper_gets_what_is_folded(browser: Any, tmp_path: Path) -> None:
    many = [Finding("unmatched", "", f"folder {number}") for number in range(markup.FEW + 1)]
    pages.write(rolls.roll(5, findings=many), tmp_path / "index.html")
    page = browser.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    item = page.locator(".kind li").first
    assert not item.is_visible()
    page.pdf()
    assert item.is_visible()
    page.close()
