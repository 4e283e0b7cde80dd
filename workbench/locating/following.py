"""A place as a provider writes it, followed in a document as far as the document has it.

Providers name variants that are no keys (`messages.1.content.0.tool_use.input`), write keys in another case, print
maps as lists, leave out the index of a list with one item, and end in the very field that is missing.
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
"""Keys that formats have for the same thing."""


class Followed(NamedTuple):
    path: Path
    missing: Path
    """The steps after the last one that the document has: a missing field, or a variant's name."""
    skipped: int = 0
    """How many steps before the last were passed over: one may be a variant's name, more are another format's."""
    beyond: bool = False
    """Whether a list was shorter than the place says: the file is not the whole request."""


def spelled_alike(key: object) -> str:
    """`tool_calls`, `toolCalls` and `ToolCalls` are one key."""
    return str(key).replace("_", "").replace("-", "").lower()


def follow_loosely(document: object, steps: Path) -> Followed:
    value = document
    path: list[str | int] = []
    missing: list[str | int] = []
    skipped = 0
    for step in steps:
        passed_over = isinstance(step, int) and isinstance(value, dict) and bool(missing)
        found = None if passed_over else _child(value, step)  # a number belongs to the name before it
        if found is None:
            if isinstance(value, list) and isinstance(step, int):
                return Followed(tuple(path), tuple(missing), skipped, beyond=True)
            missing.append(step)
            continue
        value, inner = found
        path += inner
        skipped += len(missing)
        missing = []
    return Followed(tuple(path), tuple(missing), skipped)


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
    wanted = spelled_alike(step)
    alike = {spelled_alike(key): key for key in value}
    if wanted in alike:
        return alike[wanted]
    group = next((group for group in _SAME_MEANING if wanted in group), frozenset())
    return next((key for spelling, key in alike.items() if spelling in group), None)
