"""A JSON file that people write: read into a type, with mistakes told in plain words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Mistake(Exception):
    """The file cannot be used. Says where, what is wrong and what to do about it."""


def read(path: Path, kind: type[T]) -> T:
    """Read a JSON file into a msgspec type. Raises Mistake."""
    try:
        # NaN becomes a text here, and then is no number.
        text = path.read_text(encoding="utf-8-sig")
        raw = json.loads(text, object_pairs_hook=_once, parse_constant=str)
        return msgspec.convert(raw, kind)
    except json.JSONDecodeError as error:
        raise Mistake(
            f"{path.name}: no valid JSON at line {error.lineno}, column {error.colno} "
            f"({error.msg}). Mend a comma, quote or bracket there or just before."
        ) from error
    except msgspec.ValidationError as error:
        raise Mistake(f"{path.name}: {_plainly(str(error), raw)}") from error
    except UnicodeDecodeError as error:
        raise Mistake(f"{path.name}: not UTF-8 text: save it with that encoding.") from error
    except ValueError as error:
        raise Mistake(f"{path.name}: {error}") from error
    except OSError as error:
        raise Mistake(f"{path}: cannot be read ({error.strerror}): add the file.") from error


def entry_name(kind: str, number: int, entry: object) -> str:
    """Name an entry of a list for people, as in: exercise 2 "self_attention"."""
    name = entry.get("id") if isinstance(entry, dict) else getattr(entry, "id", None)
    return f"{kind} {number}" + (f' "{name}"' if name is not None else "")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for name, value in pairs:
        if name in entry:
            where = f'the entry "{entry["id"]}"' if "id" in entry else "an entry"
            raise ValueError(f'{where} has the field "{name}" twice: take one out.')
        entry[name] = value
    return entry


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "array": "a list [...]",
    "object": "an entry {...}",
    "bool": "true or false",
}
_SAYINGS = (
    (r"Object missing required field `(.+)`", 'the field "{0}" is missing: add it.'),
    (r"Object contains unknown .* `(.+)`", 'unknown field "{0}": mend its spelling or remove it.'),
    (r"Invalid enum value '?(.*?)'?", 'there is no "{0}" here: write "public" or "hidden".'),
    (r"Expected `(.+)`, got `(.+)`", "this is {1} and must be {0}: change it."),
    (r"Expected `\w+` of length >= 1", "this is empty: fill it in."),
    (r"Expected `\w+` <= (\d+)", "at most {0} is allowed: lower or split it."),
    (r"Expected `\w+` >= (\d+)", "at least {0} is needed: raise it."),
    (r"Expected `str` matching .*", "letters, digits, - and _ only, no blanks: rename it."),
)


def _plainly(error: str, raw: Any) -> str:
    what, _, path = error.partition(" - at `")
    for pattern, saying in _SAYINGS:
        match = re.fullmatch(pattern, what)
        if match is not None:
            kinds = (group.split(" | ") for group in match.groups())
            what = saying.format(*(" or ".join(_KINDS.get(k, k) for k in ks) for ks in kinds))
    return f"{_place(path, raw)}: {what}"


def _place(path: str, raw: Any) -> str:
    words: list[str] = []
    for field, position in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        raw = raw[field or int(position)]
        if field:
            words.append(field)
        else:
            words[-1] = entry_name(words[-1].removesuffix("s"), int(position) + 1, raw)
    return ", ".join(words) or "the whole file"
