"""Go's `encoding/json` (Ollama and gateways written in Go). It names the field, but not the item of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.families.contract import Family, bracketed
from workbench.targets.refusal_words import Words


def _struct_field(path: Path, values: Sequence[Json]) -> str:
    return ".".join(["ChatRequest", *(step for step in path if isinstance(step, str))])


def _got(value: object) -> str:
    kinds = {dict: "object", list: "array", str: "string", bool: "bool", int: "number", float: "number"}
    return kinds.get(type(value), "null")


GO_WORDS = Family(
    name="go",
    place=_struct_field,
    list_values=", ".join,
    expected={
        "string": "string",
        "integer": "int",
        "number": "float64",
        "boolean": "bool",
        "array": "[]interface {}",
        "object": "map[string]interface {}",
        "null": "nil",
    },
    join_expected=lambda names: names[0] if names else "",
    got=_got,
    sentences={
        "type": Words("json: cannot unmarshal {got} into Go struct field {path} of type {expected}"),
        "value": Words("invalid {field}: {value}"),
        "missing": Words("{field} is required"),
    },
)


def _in_front(path: Path, values: Sequence[Json]) -> str:
    """`input[2]: content[0]`: each function that reads a part puts its place in front."""
    return bracketed(path).removesuffix(".type").replace(".", ": ")


GO_ITEM_WORDS = replace(
    GO_WORDS,
    name="go-items",
    place=_in_front,
    sentences={**GO_WORDS.sentences, "value": Words("{path}: unknown content type: {value}")},
)
"""Ollama's Responses, whose items are read by hand."""
