"""Replace values inside a JSON text and keep every other character as it was written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json, compact
from workbench.outputs.text_places import offsets_in_text

_INDENT = re.compile(r"[{\[]\r?\n([ \t]+)")
_BLANK_AFTER = re.compile(r'"\s*:[ \t]')


class SpliceError(Exception):
    """The text is not the JSON that it was read as, so nothing in it can be replaced."""


def spliced(text: str, values: Mapping[Path, Json]) -> str:
    """The text with the values at these paths replaced. None of the paths may lie inside of another."""
    offsets = offsets_in_text(text, [to_pointer(path) for path in values])
    decoder = json.JSONDecoder()
    for path, value in sorted(values.items(), key=lambda item: offsets.get(to_pointer(item[0]), 0), reverse=True):
        start = offsets.get(to_pointer(path))
        if start is None:
            raise SpliceError(f"{to_pointer(path)} is not in the text")
        try:
            _, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError) as fault:
            raise SpliceError(str(fault)) from fault
        text = text[:start] + written_like(text, value, _margin(text, start)) + text[end:]
    return text


def written_like(text: str, value: Json, margin: str = "") -> str:
    """A value as the text around it is written: its indentation, its blanks, its way of writing other alphabets."""
    indented = _INDENT.search(text)
    blank = " " if _BLANK_AFTER.search(text) else ""
    try:
        made = json.dumps(
            value,
            indent=("\t" if indented[1].startswith("\t") else len(indented[1])) if indented else None,
            separators=("," if indented else f",{blank}", f":{blank}"),
            ensure_ascii=text.isascii() and "\\u" in text,
        )
        made.encode()  # half a character has no place in a file; `compact` writes it as an escape
    except (RecursionError, ValueError):
        made = compact(value)
    made = made.replace("\n", f"\n{margin}")
    return made.replace("\n", "\r\n") if "\r\n" in text else made


def _margin(text: str, start: int) -> str:
    """The blanks at the beginning of the line that a value starts in."""
    line = text.rfind("\n", 0, start) + 1
    blanks = re.match(r"[ \t]*", text[line:start])
    return blanks[0] if blanks else ""
