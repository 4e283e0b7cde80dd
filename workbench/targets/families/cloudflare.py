"""Cloudflare Workers AI. It lists what each variant of its schema lacks, with JSON pointers."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json
from workbench.targets.families.contract import Family
from workbench.targets.refusal_words import Words


def _pointer(path: Path, values: Sequence[Json]) -> str:
    return to_pointer(path) or "/"


def _got(value: object) -> str:
    kinds = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
    return kinds.get(type(value), "null")


def _bad_input(sentence: str) -> Words:
    return Words(f"AiError: Bad input: Error: oneOf at '/' not met, 0 matches: {sentence}", None, "5006", None)


CLOUDFLARE_WORDS = Family(
    name="cloudflare",
    place=_pointer,
    list_values=",".join,
    expected={},
    got=_got,
    join_expected=",".join,
    sentences={
        "missing": _bad_input("required properties at '{holder}' are '{field}'"),
        "type": _bad_input("Type mismatch of '{path}', '{got}' not in '{expected}'"),
        "value": _bad_input("enum {value} not in {allowed} at '{path}'"),
    },
)
