"""Data as JSON; the scorecard so has every field, in the order of its types."""

from __future__ import annotations

import msgspec


def render(value: object) -> str:
    """Return a scorecard, or what another report makes of it, as indented JSON with a line feed."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
