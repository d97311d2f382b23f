"""The scorecard as JSON: every field, in the order of its types."""

from __future__ import annotations

import msgspec

from grader.scorecard import Scorecard


def render(card: Scorecard) -> str:
    """Return indented JSON that ends in a line feed."""
    return msgspec.json.format(msgspec.json.encode(card), indent=2).decode() + "\n"
