"""Tool ids between the internal history (`hist_tool_`) and the OpenAI API (`call_`): spec 001, to the letter.

One known prefix is replaced and nothing else is touched. So the functions are not injective, and they do not
undo each other for `toolu_` and bare ids; `id_table` shows what that does to one history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from workbench.formats.contract import Event
from workbench.json.text import Json

WIRE_PREFIX = "call_"
HISTORY_PREFIX = "hist_tool_"
FOREIGN_PREFIX = "toolu_"
_PREFIXES = (HISTORY_PREFIX, WIRE_PREFIX, FOREIGN_PREFIX)


def normalize_to_openai_tool_id(tool_id: str) -> str:
    """Spec 001, lines 001-021. No prefix begins another, so the most common is looked for first."""
    if tool_id.startswith(HISTORY_PREFIX):
        return WIRE_PREFIX + tool_id[len(HISTORY_PREFIX) :]
    if tool_id.startswith(WIRE_PREFIX):
        return tool_id
    if tool_id.startswith(FOREIGN_PREFIX):
        return WIRE_PREFIX + tool_id[len(FOREIGN_PREFIX) :]
    return WIRE_PREFIX + tool_id


def normalize_to_history_tool_id(tool_id: str) -> str:
    """Spec 001, lines 030-050."""
    if tool_id.startswith(HISTORY_PREFIX):
        return tool_id
    if tool_id.startswith(WIRE_PREFIX):
        return HISTORY_PREFIX + tool_id[len(WIRE_PREFIX) :]
    if tool_id.startswith(FOREIGN_PREFIX):
        return HISTORY_PREFIX + tool_id[len(FOREIGN_PREFIX) :]
    return HISTORY_PREFIX + tool_id


def wire_id(value: object) -> Json:
    """As `normalize_to_openai_tool_id`; what is no string, which the spec leaves open, is passed on."""
    return normalize_to_openai_tool_id(value) if isinstance(value, str) else value


def history_id(value: object) -> Json:
    """As `normalize_to_history_tool_id`; what is not a string is passed on as it is."""
    return normalize_to_history_tool_id(value) if isinstance(value, str) else value


Rewrite = Callable[[object], Json]
"""What an edge makes of a tool id."""


def unchanged_id(value: object) -> Json:
    """For histories that only pass through IContent: spec 001 is about those that are kept in it."""
    return value


def stays_itself(value: object) -> bool:
    """Whether an id comes back as it was and no other such id becomes the same: no known prefix is after its own.

    A history of such ids alone, as most are, has nothing that `id_table` could show.
    """
    return isinstance(value, str) and value.startswith(HISTORY_PREFIX) and not value.startswith(_DOUBLE_PREFIXES)


_DOUBLE_PREFIXES = tuple(HISTORY_PREFIX + prefix for prefix in _PREFIXES)


class IdRow(NamedTuple):
    """One raw id of a history and what normalisation makes of it."""

    raw: str
    normalised: str
    back: str
    calls: tuple[Event, ...]
    results: tuple[Event, ...]
    collides_with: tuple[str, ...]
    """Other ids of calls that become the same id, so two calls can no longer be distinguished."""
    healed_by: tuple[str, ...]
    """Ids on the other side that differ here and match after normalisation."""
    mismatch_created: tuple[str, ...]
    """Ids on the other side that name the same call here (less all known prefixes) and differ after normalisation."""

    @property
    def comes_back(self) -> bool:
        return self.back == self.raw


def known_prefix(tool_id: str) -> str:
    return next((prefix for prefix in _PREFIXES if tool_id.startswith(prefix)), "")


def strip_prefixes(tool_id: str) -> str:
    """The id without any of the known prefixes, however often they were put on."""
    start = 0
    while True:
        for prefix in _PREFIXES:
            if tool_id.startswith(prefix, start):
                start += len(prefix)
                break
        else:
            return tool_id[start:]


def id_table(events: Iterable[Event]) -> list[IdRow]:
    """A row per raw id, in order of appearance."""
    sides: dict[str, tuple[list[Event], list[Event]]] = {}
    for event in events:
        if event.kind in ("call", "result") and isinstance(event.id, str):
            sides.setdefault(event.id, ([], []))[event.kind == "result"].append(event)
    by_normalised: dict[str, list[str]] = {}
    by_bare: dict[str, list[str]] = {}
    for raw in sides:
        by_normalised.setdefault(normalize_to_openai_tool_id(raw), []).append(raw)
        by_bare.setdefault(strip_prefixes(raw), []).append(raw)
    return [_row(raw, sides, by_normalised, by_bare) for raw in sides]


def _row(
    raw: str,
    sides: dict[str, tuple[list[Event], list[Event]]],
    by_normalised: dict[str, list[str]],
    by_bare: dict[str, list[str]],
) -> IdRow:
    calls, results = sides[raw]
    normalised = normalize_to_openai_tool_id(raw)
    same = [other for other in by_normalised[normalised] if other != raw]
    alike = [other for other in by_bare[strip_prefixes(raw)] if normalize_to_openai_tool_id(other) != normalised]
    return IdRow(
        raw=raw,
        normalised=normalised,
        back=normalize_to_history_tool_id(normalised),
        calls=tuple(calls),
        results=tuple(results),
        collides_with=tuple(other for other in same if calls and sides[other][0]),
        healed_by=tuple(other for other in same if _other_side(sides[raw], sides[other])),
        mismatch_created=tuple(other for other in alike if _other_side(sides[raw], sides[other])),
    )


def _other_side(one: tuple[list[Event], list[Event]], other: tuple[list[Event], list[Event]]) -> bool:
    """One id has only calls, the other only results: together they make the pair that each lacks."""
    return bool(one[0]) != bool(other[0]) and bool(one[1]) != bool(other[1])
