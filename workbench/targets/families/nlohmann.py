"""nlohmann's JSON for C++ (llama.cpp). It names the error, and for the place only the list."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.families.contract import Family, dotted
from workbench.targets.refusal_words import Words

_KINDS = {dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number"}


def _got(value: object) -> str:
    return _KINDS.get(type(value), "null")


def _with_list(text: str, path: Path, values: Sequence[Json]) -> str:
    return f"Failed to parse {path[0]}: {text}" if path and path[0] in ("messages", "tools") else text


def _thrown(sentence: str) -> Words:
    return Words(sentence, None, "500", "server_error")


NLOHMANN_WORDS = Family(
    name="nlohmann",
    place=dotted,
    list_values=", ".join,
    expected={name: name for name in ("string", "boolean", "array", "object", "null", "number")}
    | {"integer": "number"},
    join_expected=lambda names: names[0] if names else "",
    got=_got,
    sentences={
        "type": _thrown("[json.exception.type_error.302] type must be {expected}, but is {got}"),
        "missing": _thrown("[json.exception.out_of_range.403] key '{field}' not found"),
        "value": Words("Invalid {field}: {value}", None, "400"),
    },
    around=_with_list,
)
