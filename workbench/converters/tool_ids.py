"""Tool ids between the internal history (`hist_tool_`) and the OpenAI API (`call_`), exactly as in spec 001.

One known prefix is replaced and nothing else changes. So two ids may become the same, and the functions do not invert
each other for `toolu_` ids and ids without a prefix; `id_table` shows the effect on one history.
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
    """Return the id for the OpenAI API (spec 001, lines 001-021).

    No prefix is the beginning of another, so the most common one is checked first.
    """
    if tool_id.startswith(HISTORY_PREFIX):
        return WIRE_PREFIX + tool_id[len(HISTORY_PREFIX) :]
    if tool_id.startswith(WIRE_PREFIX):
        return tool_id
    if tool_id.startswith(FOREIGN_PREFIX):
        return WIRE_PREFIX + tool_id[len(FOREIGN_PREFIX) :]
    return WIRE_PREFIX + tool_id


def normalize_to_history_tool_id(tool_id: str) -> str:
    """Return the id for the internal history (spec 001, lines 030-050)."""
    if tool_id.startswith(HISTORY_PREFIX):
        return tool_id
    if tool_id.startswith(WIRE_PREFIX):
        return HISTORY_PREFIX + tool_id[len(WIRE_PREFIX) :]
    if tool_id.startswith(FOREIGN_PREFIX):
        return HISTORY_PREFIX + tool_id[len(FOREIGN_PREFIX) :]
    return HISTORY_PREFIX + tool_id


def wire_id(value: object) -> Json:
    """Return the id for the OpenAI API. A value that is not a string stays unchanged: the spec does not cover it."""
    return normalize_to_openai_tool_id(value) if isinstance(value, str) else value


def history_id(value: object) -> Json:
    """Return the id for the internal history. A value that is not a string stays unchanged."""
    return normalize_to_history_tool_id(value) if isinstance(value, str) else value


Rewrite = Callable[[object], Json]
"""The function that an edge applies to tool ids."""


def unchanged_id(value: object) -> Json:
    """Return the id unchanged, for histories that only pass through IContent. Spec 001 is for those stored in it."""
    return value


def is_restored(value: object) -> bool:
    """Whether an id survives the round trip and cannot collide: `hist_tool_` without another known prefix after it.

    Most histories have only such ids, and then `id_table` has nothing to report.
    """
    return isinstance(value, str) and value.startswith(HISTORY_PREFIX) and not value.startswith(_DOUBLE_PREFIXES)


_DOUBLE_PREFIXES = tuple(HISTORY_PREFIX + prefix for prefix in _PREFIXES)


class IdRow(NamedTuple):
    """One raw id of a history and its normalised form."""

    raw: str
    normalised: str
    back: str
    calls: tuple[Event, ...]
    results: tuple[Event, ...]
    collides_with: tuple[str, ...]
    """Ids of other calls that become the same id, so that the calls can no longer be distinguished."""
    healed_by: tuple[str, ...]
    """Ids on the other side (call or result) that differ before normalisation and match after it."""
    mismatch_created: tuple[str, ...]
    """Ids on the other side that match if all known prefixes are ignored, but differ after normalisation."""

    @property
    def comes_back(self) -> bool:
        return self.back == self.raw


def known_prefix(tool_id: str) -> str:
    return next((prefix for prefix in _PREFIXES if tool_id.startswith(prefix)), "")


def strip_prefixes(tool_id: str) -> str:
    """Return the id without any known prefixes, however often they are repeated."""
    start = 0
    while True:
        for prefix in _PREFIXES:
            if tool_id.startswith(prefix, start):
                start += len(prefix)
                break
        else:
            return tool_id[start:]


def id_table(events: Iterable[Event]) -> list[IdRow]:
    """Return a row per raw id, in order of appearance."""
    sides: dict[str, tuple[list[Event], list[Event]]] = {}
    for event in events:
        if event.kind in ("call", "result") and isinstance(event.id, str):
            sides.setdefault(event.id, ([], []))[event.kind == "result"].append(event)
    by_normalised: dict[str, list[str]] = {}
    by_stripped: dict[str, list[str]] = {}
    for raw in sides:
        by_normalised.setdefault(normalize_to_openai_tool_id(raw), []).append(raw)
        by_stripped.setdefault(strip_prefixes(raw), []).append(raw)
    return [_row(raw, sides, by_normalised, by_stripped) for raw in sides]


def _row(
    raw: str,
    sides: dict[str, tuple[list[Event], list[Event]]],
    by_normalised: dict[str, list[str]],
    by_stripped: dict[str, list[str]],
) -> IdRow:
    calls, results = sides[raw]
    normalised = normalize_to_openai_tool_id(raw)
    same_normalised = [other for other in by_normalised[normalised] if other != raw]
    same_stripped = [
        other for other in by_stripped[strip_prefixes(raw)] if normalize_to_openai_tool_id(other) != normalised
    ]
    return IdRow(
        raw=raw,
        normalised=normalised,
        back=normalize_to_history_tool_id(normalised),
        calls=tuple(calls),
        results=tuple(results),
        collides_with=tuple(other for other in same_normalised if calls and sides[other][0]),
        healed_by=tuple(other for other in same_normalised if _complete_each_other(sides[raw], sides[other])),
        mismatch_created=tuple(other for other in same_stripped if _complete_each_other(sides[raw], sides[other])),
    )


def _complete_each_other(first: tuple[list[Event], list[Event]], second: tuple[list[Event], list[Event]]) -> bool:
    """Whether one id has only calls and the other only results, so that together they form a pair."""
    return bool(first[0]) != bool(second[0]) and bool(first[1]) != bool(second[1])
