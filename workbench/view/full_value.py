"""One value in full, as the reader shows it: wrapped text, indented JSON, or a picture."""

from __future__ import annotations

from typing import NamedTuple

from workbench.json.pointer import resolve, to_path
from workbench.json.text import parse_or_none
from workbench.outputs.as_json import indented
from workbench.view.chat import picture_at

_LONGEST = 200_000
_LARGEST_PICTURE = 20_000_000


class Reading(NamedTuple):
    text: str
    pretty: str = ""
    """Indented JSON, if the value is or contains JSON."""
    cut: str = ""
    """How much is shown, if not all."""
    url: str = ""
    """The data URL of a picture whose bytes are in the file."""


def reading_of(message: object, pointer: str) -> Reading:
    """Return the value at a pointer. Raises LookupError if there is none."""
    value = resolve(message, pointer)
    path = to_path(pointer)
    if path and (picture := picture_at(message, path, _LARGEST_PICTURE)) and picture[1]:
        return Reading(picture[0], url=picture[1])
    if not isinstance(value, str):
        return _shortened("", indented(value))
    parsed = parse_or_none(value) if value.lstrip()[:1] in ("{", "[") else None
    return _shortened(value, indented(parsed) if isinstance(parsed, (dict, list)) else "")


def _shortened(text: str, indented: str) -> Reading:
    longest = max(len(text), len(indented))
    cut = f"The first {_LONGEST:,} of {longest:,} characters. Copy includes all of them." if longest > _LONGEST else ""
    return Reading(text[:_LONGEST], indented[:_LONGEST], cut)
