"""Zod: servers written in TypeScript pass on its list of issues, each with its path inside the parsed value."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.targets.families.contract import Family
from workbench.targets.refusal_words import Words


def _inside_list(path: Path, values: Sequence[Json]) -> str:
    """`[2,"function","parameters"]`: the parsed value is the list, so its name is not in the path."""
    return compact(list(path[1:] if len(path) > 1 and isinstance(path[1], int) else path))


def _either(values: Sequence[str]) -> str:
    return " | ".join(f"'{value}'" for value in values)


def _received(value: object) -> str:
    kinds = {dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number"}
    return kinds.get(type(value), "null")


def _issue(fields: str) -> Words:
    return Words(f'[{{{fields},"path":{{path}}}}]', type=None)


ZOD_WORDS = Family(
    name="zod",
    place=_inside_list,
    list_values=_either,
    expected={name: name for name in ("string", "number", "boolean", "array", "object", "null")}
    | {"integer": "number"},
    got=_received,
    sentences={
        "missing": _issue('"code":"invalid_type","received":"undefined","message":"Required"'),
        "type": _issue('"code":"invalid_type","expected":"{expected}","received":"{got}"'),
        "value": _issue(
            '"code":"invalid_enum_value","received":"{value}","message":"Invalid enum value. Expected {allowed}"'
        ),
    },
)
