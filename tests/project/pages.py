"""A page of Markdown as GitHub shows it: its own parser, then what it does to the texts."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options

JOINER = "\u2060"
# What GitHub turns into links, emoji and formulas after Markdown is done.
LATER = re.compile(
    r"(?<!\w)@[a-z0-9]|#\d|\bgh-\d|:[a-z0-9_+-]+:|https?://|www\.\w|\$\S.*\$", re.IGNORECASE
)


class Page(HTMLParser):
    """The elements of a page, where links lead, and its texts in and outside of code."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.code: list[str] = []
        self.prose: list[str] = []
        self._open: list[str] = []
        self.feed(cmarkgfm.github_flavored_markdown_to_html(markdown, Options.CMARK_OPT_UNSAFE))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag == "code":
            self.code.append("")
        else:
            self.prose.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, "an element ends where none began"
        self.prose.append("")

    def handle_data(self, data: str) -> None:
        texts = self.code if "code" in self._open else self.prose
        texts.append((texts.pop() if texts else "") + data)

    @property
    def text(self) -> str:
        """All prose, as it is read."""
        return "".join(self.prose).replace(JOINER, "")

    @property
    def unclosed(self) -> list[str]:
        """Elements without an end."""
        return self._open

    @property
    def later(self) -> list[str]:
        """What GitHub would make more of than text."""
        return [found[0] for text in self.prose for found in LATER.finditer(text)]
