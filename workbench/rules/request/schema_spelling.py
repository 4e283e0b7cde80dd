"""The fix for a schema in another notation: the same meaning, as JSON Schema's draft 2020-12 writes it."""

from __future__ import annotations

import re
from typing import Any

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import Operation, add, remove, replace
from workbench.json.pointer import to_path, to_pointer
from workbench.rules.editing.context import RepairContext

TYPE_NAMES = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})
_NAMES_ELSEWHERE = {
    "str": "string",
    "int": "integer",
    "long": "integer",
    "float": "number",
    "double": "number",
    "bool": "boolean",
    "list": "array",
    "dict": "object",
    "none": "null",
}
"""The types of JSON Schema by their names in programming languages."""


def usual_spelling(context: RepairContext, finding: Finding) -> Fix | None:
    """Dispatch on the keyword; None if its value has no certain counterpart."""
    value, keyword = context.value(finding.at), finding.at.rpartition("/")[2]
    if value is None:
        return _null(keyword, finding.at)
    spell = _SPELLINGS.get(keyword) if isinstance(value, (str, bool, list)) else None
    return spell(context, finding.at) if spell else None


def _null(keyword: str, at: str) -> Fix | None:
    """Leave out a keyword without a value, except the type of the root, which is required."""
    if keyword == "type" and "/properties/" not in at and "/items/" not in at:
        return None
    return Fix(f"Leave out {keyword}", (remove(at),), True, "A keyword that is null restricts nothing.", 0.9)


def _type(context: RepairContext, at: str) -> Fix | None:
    """`STRING` is Gemini's spelling of `string`, `str` is Python's; `any` is a schema without a type."""
    named = context.value(at)
    if named == "any":
        return Fix("Leave out the type", (remove(at),), True, "A schema without a type accepts any value.", 0.9)
    usual = [_usual_name(name) for name in named] if isinstance(named, list) else _usual_name(named)
    if usual == named or not all(name in TYPE_NAMES for name in (usual if isinstance(usual, list) else [usual])):
        return None
    shown = ", ".join(usual) if isinstance(usual, list) else usual
    why = "The same type, in JSON Schema's spelling."
    return Fix(f"Write it as {shown}", (replace(at, usual),), True, why, 0.95)


def _usual_name(name: object) -> str:
    lower = str(name).lower()
    return _NAMES_ELSEWHERE.get(lower, lower)


def _required(context: RepairContext, at: str) -> Fix | None:
    """`required: true` of a property belongs into the list of its object; `false` is the default."""
    demanded = context.value(at)
    *holder, collection, name, _ = to_path(at)
    outer = to_pointer(tuple(holder))
    names = _member(context, outer, "required")
    if not isinstance(demanded, bool) or collection != "properties" or not (names is None or isinstance(names, list)):
        return None
    patch: tuple[Operation, ...] = (remove(at),)
    if demanded and name not in (names or []):
        patch = (*patch, add(f"{outer}/required", [*(names or []), name]))
    return Fix(f"List {name} in required of its object", patch, True, "The same demand, where the draft has it.", 0.9)


def _exclusive(context: RepairContext, at: str) -> Fix | None:
    """In draft 4, `exclusiveMinimum: true` qualified `minimum`; now it is the bound itself."""
    is_exclusive = context.value(at)
    holder, _, keyword = at.rpartition("/")
    bound = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[keyword]
    limit = _member(context, holder, bound)
    if is_exclusive is False:
        return Fix(f"Leave out {keyword}", (remove(at),), True, "False is the default.", 0.95)
    if is_exclusive is not True or not isinstance(limit, (int, float)) or isinstance(limit, bool):
        return None
    patch = (replace(at, limit), remove(f"{holder}/{bound}"))
    return Fix(f"Write {bound} as {keyword}", patch, True, "The same bound, in the newer notation.", 0.95)


def _items(context: RepairContext, at: str) -> Fix | None:
    """A list of item schemas is called `prefixItems` now, and `additionalItems` became `items`."""
    holder = at.rpartition("/")[0]
    if not isinstance(context.value(at), list) or _member(context, holder, "prefixItems") is not None:
        return None
    rest = _member(context, holder, "additionalItems")
    patch: tuple[Operation, ...] = (add(f"{holder}/prefixItems", context.value(at)), remove(at))
    if isinstance(rest, (dict, bool)):
        patch = (patch[0], replace(at, rest), remove(f"{holder}/additionalItems"))
    return Fix("Write the list as prefixItems", patch, True, "The same tuple, in the newer notation.", 0.9)


_INTEGER = re.compile(r"-?[0-9]{1,18}")


def _number(context: RepairContext, at: str) -> Fix | None:
    """`"10"` is the number 10."""
    text = context.value(at)
    if not isinstance(text, str) or not _INTEGER.fullmatch(text):
        return None
    return Fix(f"Write it as the number {int(text)}", (replace(at, int(text)),), True, "The same number.", 0.95)


def _truth(context: RepairContext, at: str) -> Fix | None:
    """`"false"` is false."""
    value = {"true": True, "false": False}.get(str(context.value(at)).lower())
    if value is None or not isinstance(context.value(at), str):
        return None
    return Fix(f"Write it as {str(value).lower()}", (replace(at, value),), True, "The same value, not as text.", 0.95)


def _member(context: RepairContext, holder: str, key: str) -> Any:
    schema = context.value(holder)
    return schema.get(key) if isinstance(schema, dict) else None


_SPELLINGS = {
    "type": _type,
    "required": _required,
    "exclusiveMinimum": _exclusive,
    "exclusiveMaximum": _exclusive,
    "items": _items,
    "additionalProperties": _truth,
    "uniqueItems": _truth,
    **dict.fromkeys(("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"), _number),
}
