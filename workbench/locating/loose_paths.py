"""Follow a path as a provider writes it, as far as the document has it.

Providers name variants that are not keys (`messages.1.content.0.tool_use.input`), write keys in another case, print
maps as lists, leave out the index of a list with one item, and end in the field that is missing.
"""

from __future__ import annotations

from typing import NamedTuple

from workbench.json.pointer import Path
from workbench.json.text import Json

_SAME_MEANING = (
    frozenset({"parameters", "inputschema", "parametersjsonschema"}),
    frozenset({"functioncall", "toolcall", "tooluse"}),
    frozenset({"functionresponse", "toolresult"}),
)
"""Groups of keys with which formats name the same thing."""


class FollowedPath(NamedTuple):
    path: Path
    missing: Path
    """The steps after the last one that the document has: a missing field, or the name of a variant."""
    skipped: int = 0
    """How many earlier steps the document lacks. One may name a variant; more belong to another format."""
    beyond: bool = False
    """Whether a list is too short for the path, which shows that the file is not the complete request."""


def normalised_key(key: object) -> str:
    """Return the spelling that `tool_calls`, `toolCalls` and `ToolCalls` have in common."""
    return str(key).replace("_", "").replace("-", "").lower()


def follow_loosely(document: object, steps: Path) -> FollowedPath:
    value = document
    path: list[str | int] = []
    missing: list[str | int] = []
    skipped = 0
    for number, step in enumerate(steps):
        is_index_of_missing = isinstance(step, int) and isinstance(value, dict) and bool(missing)
        following = steps[number + 1] if number + 1 < len(steps) else None
        found = None if is_index_of_missing or _names_kind(value, step, following) else _child(value, step)
        if found is None:
            if isinstance(value, list) and isinstance(step, int):
                return FollowedPath(tuple(path), tuple(missing), skipped, beyond=True)
            missing.append(step)
            continue
        value, inner = found
        path += inner
        skipped += len(missing)
        missing = []
    return FollowedPath(tuple(path), tuple(missing), skipped)


def _names_kind(value: object, step: str | int, following: str | int | None) -> bool:
    """Whether a step names the kind of a block and not its key of the same name: `text` in `text.cache_control`."""
    if not isinstance(value, dict) or value.get("type") != step or following is None:
        return False
    return following in value and not isinstance(value.get(str(step)), (dict, list))


def _child(value: object, step: str | int) -> tuple[Json, list[str | int]] | None:
    if isinstance(value, dict):
        key = _key(value, step)
        return None if key is None else (value[key], [key])
    if not isinstance(value, list):
        return None
    if isinstance(step, int):
        return (value[step], [step]) if step < len(value) else None
    for index, item in enumerate(value[:50]):
        if isinstance(item, dict) and (key := _key(item, step)) is not None:
            return item[key], [index, key]
    return None


def _key(value: dict[str, Json], step: str | int) -> str | None:
    if isinstance(step, int):  # a map that was printed as a list of pairs
        return list(value)[step] if step < len(value) and "type" not in value else None
    if step in value:
        return step
    wanted = normalised_key(step)
    keys = {normalised_key(key): key for key in value}
    if wanted in keys:
        return keys[wanted]
    group = next((group for group in _SAME_MEANING if wanted in group), frozenset())
    return next((key for spelling, key in keys.items() if spelling in group), None)
