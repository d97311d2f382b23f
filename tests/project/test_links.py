"""Links within the Markdown files lead somewhere, here and in what students get; anchors too."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import cmarkgfm
import pytest
from cmarkgfm.cmark import Options

from grader.author.release import release
from tests.project.pages import Page

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("", ".github", ".release", "docs", "exercises", "solutions", "grader", "bench", "tests")
GRADER = "org/attention-matrix@" + "0" * 40


def markdown(root: Path) -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (root / folder).glob("*.md"))


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives to a page's headings."""
    text = page.read_text(encoding="utf-8")
    html = cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE)
    names: list[str] = []
    for heading in re.findall(r"<h[1-6]>(.*?)</h[1-6]>", html, re.DOTALL):
        plain = re.sub(r"<[^>]+>|&\w+;", "", heading).strip().lower()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        names.append(f"{name}-{again}" if (again := names.count(name)) else name)
    return {*names}


def broken(page: Path, home: Path) -> list[str]:
    """The links of a page that lead nowhere, as seen from the folder where it is read."""
    wrong = []
    for link in Page(page.read_text(encoding="utf-8")).links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = home / unquote(parts.path) if parts.path else page
        missing = parts.fragment and target.is_file() and parts.fragment not in anchors(target)
        if missing or not target.exists():
            wrong.append(link)
    return wrong


@pytest.mark.parametrize("page", markdown(ROOT), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    # What stands in .release/ is read at a repository's top.
    home = ROOT if page.parent.name == ".release" else page.parent
    assert broken(page, home) == []


@pytest.mark.parametrize("host", ["github", "classroom50"])
def test_links_of_a_release(host: str, tmp_path: Path) -> None:
    release(ROOT, tmp_path / "student", GRADER, "github" if host == "github" else "classroom50")
    pages = sorted((tmp_path / "student").rglob("*.md"))
    assert len(pages) > 6
    assert {page.name: broken(page, page.parent) for page in pages} == {
        page.name: [] for page in pages
    }


def test_broken_links_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One `two`, three\n[a](#one-two-three) [b](#one) [c](no.md) [d](page.md#x)")
    assert broken(page, tmp_path) == ["#one", "no.md", "page.md#x"]
