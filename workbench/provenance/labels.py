"""Labels that describe how a source value became a target value, found by comparing the two."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from workbench.converters.tool_ids import FOREIGN_PREFIX, HISTORY_PREFIX, WIRE_PREFIX, known_prefix, strip_prefixes
from workbench.json.media import split_data_url
from workbench.json.pointer import Path, leaves
from workbench.json.text import compact, parse_or_none

_TO_WIRE = {HISTORY_PREFIX: "line 10", FOREIGN_PREFIX: "line 16", "": "line 20"}
_TO_HISTORY = {WIRE_PREFIX: "line 39", FOREIGN_PREFIX: "line 45", "": "line 49"}


def label(source: Path, before: object, target: Path, after: object, other_message: bool = False) -> str:
    """Return the label of a link: copied, renamed, prefix rewritten, serialised, parsed, joined, looked up, decided."""
    if other_message:
        return "looked up"
    if type(before) is type(after) and before == after:
        return "copied" if source[-1:] == target[-1:] else "renamed"
    if isinstance(before, str) and isinstance(after, str):
        return _label_between_strings(before, after)
    if isinstance(after, str) and (after in (compact(before), str(before)) or _is_json(after)):
        return "serialised"
    if isinstance(before, str) and _contains_as_json(before, after):
        return "parsed"
    return "default filled in" if before is None else "decided"


def _label_between_strings(before: str, after: str) -> str:
    if rewritten := _label_of_prefix_change(before, after):
        return rewritten
    if split_data_url(after) and not split_data_url(before):
        return "data URL built"
    if split_data_url(before) and not split_data_url(after) and after in before:
        return "taken from the data URL"
    if after[:1] == '"' and parse_or_none(after) == before:
        return "serialised"
    if before and before in after:
        return "serialised" if _is_json(after) else "joined"
    return "parsed" if _contains_as_json(before, after) else "decided"


def _label_of_prefix_change(before: str, after: str) -> str | None:
    if strip_prefixes(before) != strip_prefixes(after) or before == after:
        return None
    old, new = known_prefix(before), known_prefix(after)
    lines = _TO_WIRE if new == WIRE_PREFIX else _TO_HISTORY if new == HISTORY_PREFIX else {}
    change = f"prefix rewritten: `{old}` → `{new}`" if old else f"prefix added: `{new}`"
    return f"{change}, spec 001 {lines[old]}" if old in lines else change


@lru_cache(maxsize=16)
def _is_json(text: str) -> bool:
    """Whether a string is a JSON object or list. Cached, because it is checked for every value serialised into it."""
    return text[:1] in ("{", "[") and isinstance(parse_or_none(text), (dict, list))


def _contains_as_json(text: str, value: object) -> bool:
    """Whether a string is JSON that contains this value as a leaf."""
    return _comparable(value) in _leaves_in_json(text)


@lru_cache(maxsize=16)
def _leaves_in_json(text: str) -> frozenset[Hashable]:
    """Return the leaves of an object or list in a string. Cached: it is asked for every value parsed from it."""
    inner = parse_or_none(text)
    return frozenset(_comparable(leaf) for _, leaf in leaves(inner)) if isinstance(inner, (dict, list)) else frozenset()


def _comparable(leaf: object) -> Hashable:
    """Return a value that can be in a set; of the containers, only empty ones are leaves."""
    return (type(leaf), not leaf) if isinstance(leaf, (dict, list)) else leaf
